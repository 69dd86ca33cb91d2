/**
 * Sentences that people and servers write, by what a text is for and by what it is about: the first line of a purpose
 * whose words stand in the name of the text or of what holds it.
 */

/** Words between blanks, of which `payment` stands for its plural too; what may be written then. */
export type Line = readonly [words: string, phrases: string]

const errors = 'The request could not be processed|The value is not valid|The resource was not found'
const MONEY =
  'received_credit received_debit credit debit payment charge transaction transfer payout refund withdrawal deposit capture authorization balance_transaction payment_intent'
const FAILURE = 'error failure failed fail problem fault exception'
const ASSISTANT =
  'assistant chatbot copilot agent prompt model run thread chat completion realtime llm bot skill connector'
const MACHINE =
  'server instance droplet machine vm node cluster container pod database volume disk gateway deployment environment namespace queue'

const descriptions: readonly Line[] = [
  ['event_type event_kind webhook_event', 'Sent when a payment is received|Sent when an order is created'],
  [
    'error problem failure issue_entry warning',
    'A required field is missing|The request could not be processed|The value is not valid',
  ],
  [
    'product merchandise variant sku catalog_item good listing',
    'Available in two sizes|Made to order, ships within three working days|Our best seller of last year|With a warranty of two years',
  ],
  ['food dish meal menu_item recipe', 'A light summer dish for two|Made fresh every day|Vegetarian, served with bread'],
  [
    'invoice line_item invoice_item order_item purchase_unit purchase bill quote estimate item_line order credit_note subscription_item timesheet',
    'Annual license|Consulting, 8 hours|Office supplies|Setup and training|Website maintenance, January',
  ],
  [MONEY, 'Deposit for order 2045|Invoice 1042|Monthly membership fee|Payment for order 2046'],
  ['dispute claim return chargeback', 'Item arrived damaged|Item was never delivered|Wrong size was sent'],
  [
    'plan tier edition price package offer subscription membership',
    'Everything in Starter, plus reports and support by phone|For small teams of up to ten people|Unlimited projects, billed monthly',
  ],
  [
    'coupon discount promotion voucher reward loyalty',
    '10 % off the first order|Free shipping on orders over 50|For members only',
  ],
  ['tax tax_rate', 'Sales tax|Value added tax'],
  [
    'shipping shipping_rate shipping_method delivery',
    'Delivered in two to three working days|Picked up at the store|Sent by express',
  ],
  [
    'permission scope privilege grant',
    'Change settings of the workspace|Read all projects|View and edit customer records',
  ],
  [
    'role permission_set',
    'Can edit projects, but not invite others|Can view everything, change nothing|Full access to all projects and settings',
  ],
  [
    'team usergroup user_group group squad department division',
    'Answers questions of customers|Builds and runs the web shop|Everyone who works on the mobile app|Plans and books all events',
  ],
  [
    'channel room conversation forum',
    'News for the whole company|Questions about orders and deliveries|Where we plan the next release',
  ],
  [
    'issue task ticket todo bug story incident case pull_request merge_request defect card_title',
    'It happens on every second try, since the last update|Open the settings, press Save twice, and the page stays empty|The numbers on the summary page do not match the export',
  ],
  [
    'event meeting appointment session webinar conference exhibition tour booking class activity',
    'A short talk, followed by time for questions|An evening for members and their guests|Hands-on session for beginners',
  ],
  [
    'webhook webhook_endpoint hook endpoint destination sink subscription_endpoint',
    'Receives order updates for the warehouse|Sends new sign-ups to the mailing list|Used by the reporting service',
  ],
  [
    'api_key key token access_token credential secret service_account client oauth_client certificate ssh_key',
    'For the staging environment|Used by the nightly export|Used by the website to read orders',
  ],
  [
    'feature flag feature_flag experiment toggle',
    'Shows the new checkout to all users|Turns on search suggestions|Uses the new pricing page',
  ],
  [
    'policy rule filter acl',
    'Allows access from the office network|Keeps records for seven years|Requires approval for amounts over 500',
  ],
  ['label tag keyword', 'Needs an answer today|Something is not working|Suggested by a customer'],
  ['category section collection genre catalog', 'Everything for the home office|Gifts for all seasons|New this month'],
  [
    'company organization organisation business merchant vendor supplier publisher brand manufacturer partner seller store_profile institution charity',
    'A family business with three shops|Office furniture made from local wood|We plan and build gardens',
  ],
  [
    'store shop venue place facility warehouse branch_office office hotel property accommodation restaurant location park point_of_interest',
    'Entrance on the north side, parking behind the building|Open all year, with a view of the river|Close to the station',
  ],
  [
    'planet moon star galaxy asteroid celestial_body',
    'A cold giant with two thin rings|A small rocky world close to its star|Mostly covered by a shallow ocean',
  ],
  [
    'spacecraft ship vessel aircraft',
    'Carries supplies to the outer stations|Long-range survey vessel with a crew of six|Refitted for passengers in its second year',
  ],
  ['animal pet dog cat breed species', 'Calm, and good with children|Found near the river, mostly active at night'],
  ['vehicle car truck bike', 'Five seats, with a tow bar|Low mileage, serviced every year'],
  [
    'photo picture image avatar thumbnail artwork painting',
    'A courtyard in the morning light|The harbor at sunset|The team in front of the new office',
  ],
  ['video recording movie film episode', 'A tour of the product in three minutes|Recording of the talk in January'],
  [
    'file document attachment upload asset media folder',
    'Draft for the meeting on Monday|Price list for this year|Signed copy of the contract',
  ],
  [
    'book publication course lesson training program module_course curriculum',
    'An introduction in ten short chapters|For everyone who wants to start from the beginning|With examples and exercises',
  ],
  [
    'article post blog_post page news story_post',
    'A short look at what changed this month|How a small team plans its week|What we learned from our customers',
  ],
  ['song track album playlist', 'Music for a slow morning|Recorded live in one evening'],
  [
    'campaign segment audience newsletter list broadcast marketing_list contact_list value_list',
    'Customers who ordered in the last 30 days|Everyone who signed up on the website|Readers of the monthly newsletter',
  ],
  [
    'template email_template message_template layout theme',
    'For reminders that are sent after seven days|Plain layout with a logo at the top|Sent after an order is placed',
  ],
  [
    'tool function command operation procedure action',
    'Finds orders by number or email address|Returns the current weather for a city|Sends an email to a customer',
  ],
  [
    'assistant agent bot chatbot skill voice model',
    'Answers questions about orders and returns|Helps new users with the first steps|Writes short summaries of long texts',
  ],
  [
    'parameter param variable setting option field column attribute input argument header custom_field schema_field metadata_field',
    'Address of the server|Number of results on a page|Where the record came from',
  ],
  [
    'job workflow pipeline run build automation flow task_run cron schedule playbook process execution function_app',
    'Exports all orders every night|Runs the tests and builds the image|Sends a reminder after three days',
  ],
  [
    'alert alarm monitor check metric measurement kpi slo',
    'Requests that take longer than one second|Share of requests that fail|Warns when the disk is almost full',
  ],
  [
    'dashboard report view board chart panel',
    'Numbers of the last seven days|Open tasks of all teams|Sales by region and month',
  ],
  [
    'release version milestone sprint commit changeset deployment_version revision changelog entry',
    'Corrects rounding in monthly reports|Faster search, and a new page for settings|Fixes the export of large files',
  ],
  ['survey form quiz questionnaire poll', 'It takes about two minutes|Tell us how your visit was'],
  ['question exercise', 'Choose one answer|Please answer in one or two sentences'],
  ['goal objective key_result', 'Answer every request within a day|Twice as many members by the end of the year'],
  [
    'database dataset table index vector_store warehouse data_source datasource',
    'Customers and orders|Orders of the web shop since 2020|Results of the yearly survey',
  ],
  ['bucket volume disk storage filesystem', 'Backups of the database|Images of the web shop|Logs of the last 30 days'],
  ['network vpc subnet firewall load_balancer', 'Office network|Private network of the web shop'],
  ['snapshot backup', 'Before the upgrade|Weekly backup'],
  ['vulnerability finding scan', 'A library with a known weakness is in use|A security header is missing'],
  ['mission launch expedition', 'A survey flight of six months|Carries two small satellites to orbit'],
  ['satellite', 'Measures the temperature of the oceans|Takes pictures of the coast every day'],
  ['rocket launcher engine', 'Carries up to four tons to orbit|Two stages, of which the first can be used again'],
  ['compiler interpreter', 'Fast, with clear error messages|Translates to machine code and to WebAssembly'],
  ['deal opportunity', 'Ten licenses for one year|Furniture for a new office'],
  ['podcast show series', 'Talks with people who make things|Ten minutes of news every morning'],
  ['museum gallery exhibition_hall', 'Paintings and maps of three centuries|Ships, tools and stories of the harbor'],
  ['region country city town', 'Between the mountains and the sea'],
  [MACHINE, 'For the staging environment|Runs the background jobs|Runs the web shop'],
  [
    'api app application service integration plugin extension package library repository repo project workspace site website component connector platform compiler',
    'Connects the web shop to the warehouse|Customer portal|Internal tools of the support team|Small helpers for dates and times',
  ],
  [
    'job_posting vacancy position job_title opening',
    'Full time, in our main office|You will work in a team of five and report to the head of design',
  ],
  [
    'contract agreement lease policy_document insurance',
    'Runs for twelve months and renews by itself|Covers repairs and spare parts',
  ],
  [
    'account ledger wallet financial_account budget cost_center bank_account',
    'Account for daily expenses|Reserve for taxes|Travel budget of the sales team',
  ],
  [
    'customer contact lead client subscriber',
    'Long-time customer|Orders about once a month|Signed up at the spring fair',
  ],
  [
    'user person member employee profile author owner staff performer speaker',
    'Head of the design team|Part of the team since 2021|Works in the main office',
  ],
  ['domain sender subdomain', 'Main domain of the web shop|Used for newsletters'],
  ['device reader terminal sensor printer', 'At the front desk|Second floor, next to the stairs'],
  ['transaction_category expense receipt', 'Lunch with a customer|Train to the trade fair'],
]

const articles =
  'Most of our week is planned on Monday morning. We start with what has to be done, and leave room for what comes up.|This month we moved the archive to its new rooms. Here is what changed, and where you find it now.|We asked twenty readers how they work from home. Their answers were shorter than we thought.'
const letters =
  'Hello, your order has been sent and will arrive on Thursday.|Thank you for signing up. You can now log in and set up your account.|Your appointment is on Monday at ten. Please arrive a few minutes early.'
const chats = 'Can we move the call to three?|Hello, I have a question about my order.|Thanks, I will have a look.'
const replies = 'Thanks, that worked for me.|I see the same on my machine.|Looks good to me.'
const answers =
  'Of course. Here is a short summary of the three main points.|The capital of France is Paris.|Yes, you can change the delivery address until the order is sent.'
const logs = 'Finished without errors|Started the import|Stored 120 rows'
const done = 'Completed|Completed without errors'

/** What a text is for. */
export type Purpose =
  | 'description'
  | 'bio'
  | 'topic'
  | 'purpose'
  | 'instructions'
  | 'note'
  | 'memo'
  | 'message'
  | 'body'
  | 'comment'
  | 'review'
  | 'reason'
  | 'summary'
  | 'excerpt'
  | 'detail'
  | 'footer'
  | 'terms'
  | 'greeting'
  | 'disclaimer'
  | 'hint'
  | 'explanation'
  | 'cause'
  | 'justification'
  | 'transcript'
  | 'quote'
  | 'changes'
  | 'release'
  | 'slogan'
  | 'refusal'
  | 'reply'
  | 'statusText'
  | 'type'
  | 'status'
  | 'category'
  | 'resolution'
  | 'question'
  | 'condition'
  | 'model'

/** What texts are for, with what may be written then; a line without words is for all others. */
export const phraseLines: Readonly<Record<Purpose, readonly Line[]>> = {
  description: descriptions,
  bio: [
    [
      'company organization organisation business merchant vendor store brand',
      'A family business with three shops|Office furniture made from local wood|We plan and build gardens',
    ],
    [
      '',
      'Designer and part-time baker|Likes maps, trains and long walks|Software engineer, mostly backend|Teacher, gardener, early riser|Writes about travel and food',
    ],
  ],
  topic: [['', 'Plans for the next release|Questions about billing|Travel and events|What is new this week']],
  purpose: [
    [
      'channel room conversation group',
      'For questions about orders and deliveries|Planning of the next release|Small talk',
    ],
    [`${MONEY} account loan credit`, 'Invoice 1042|Rent for January|Supplies for the office'],
    ['', 'Monthly reporting|Orders of the web shop|Tests of the new version'],
  ],
  instructions: [
    [
      'delivery shipping shipment pickup dropoff handling fulfillment address stop order purchase_order',
      'Leave the parcel at the front desk|Please call on arrival|Ring at the side entrance',
    ],
    ['speech voice audio', 'Speak slowly and in a friendly tone'],
    ['recipe food cooking', 'Simmer for twenty minutes, then serve with bread'],
    ['payment invoice bank transfer', 'Please transfer the amount within 14 days'],
    [
      `${ASSISTANT} system tool response developer`,
      'You are a helpful assistant. Answer in short sentences.|You help customers with their orders. Be brief and polite.',
    ],
    ['', 'Fill in the form and send it back|Follow the steps in the guide'],
  ],
  note: [
    ['customer contact user person client patient member lead', 'Prefers email to phone|Speaks French and English'],
    ['vendor supplier company', 'Closed on Mondays|Delivers every Tuesday'],
    [
      'invoice estimate quote credit_note detail bill template',
      'Please quote the invoice number when you pay|Thank you for your business',
    ],
    [
      'order fulfillment delivery shipment cart checkout line_item',
      'Gift wrap, please|Please ring the bell twice|Second delivery, first one was missed',
    ],
    [MONEY, 'Paid in two parts|Second half of the deposit'],
    [
      'booking reservation appointment visit stay guest',
      'Arrives late in the evening|Needs a parking space|Would like a seat by the window',
    ],
    ['shift schedule timesheet timecard', 'Opens the shop|Swapped with a colleague'],
    ['release version changelog', 'Faster search, and a new page for settings|Fixes the export of large files'],
    ['status event tracking', 'Started|Arrived at the local depot'],
    ['', 'Call back on Tuesday|Discussed on the phone|Waiting for an answer from the supplier'],
  ],
  memo: [['', 'Invoice 1042|Rent for January|Second half of the deposit']],
  message: [
    [`${FAILURE} decline invalid issue_entry`, errors],
    ['commit head_commit', 'Add a test for empty lists|Fix a typo in the setup guide|Update dependencies'],
    ['log audit trace diagnostic', logs],
    ['warning deprecation', 'This value will not be supported in the next version'],
    ['health ping readiness', 'All systems are running'],
    ['deleted delete removed remove', 'Deleted'],
    ['success confirmation submitted thank_you', 'Thank you, we have received your answer'],
    ['condition status state result response transition progress task job operation update', done],
    ['invitation invite', 'Would you like to join our workspace?'],
    ['gift card_message', 'Happy birthday!'],
    ['notification alert push reminder', 'Your export is ready|Your visit is tomorrow at ten'],
    [ASSISTANT, answers],
    ['email letter mail campaign', letters],
    ['message chat comment sms conversation thread channel contact user reply post inbox', chats],
    ['', 'Thank you for your order|Thank you for your help|See you next week'],
  ],
  body: [
    ['article post page blog_post blog news story document draft', articles],
    ['comment reply answer issue_comment review_comment thread', replies],
    ['review feedback rating', 'Arrived on time and works well|Friendly staff and fair prices'],
    [
      'issue ticket pull_request bug task case',
      'It happens on every second try, since the last update|The numbers on the summary page do not match the export',
    ],
    ['certificate pem', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
    [`${ASSISTANT} output choice content_part delta`, answers],
    ['request response http mock', '{"status":"ok"}'],
    ['footer unsubscribe subscription_tracking', 'You receive this email because you signed up on our website.'],
    ['release changelog version', 'Faster search, and a new page for settings'],
    ['note notes meeting', 'Agreed on the new dates|Discussed the budget for next year'],
    ['file resource', 'Notes of the meeting on Monday'],
    ['caption alt label button submit', 'Learn more'],
    ['email letter mail campaign template newsletter broadcast', letters],
    ['reminder todo', 'Call the supplier|Send the monthly report'],
    ['sms notification push', 'Your order is ready|Your visit is tomorrow at ten'],
    ['', chats],
  ],
  comment: [
    [
      'cancellation cancel churn feedback review rating',
      'Friendly staff and fair prices|It did what we needed, but we use it too rarely',
    ],
    ['image layer history build', 'First build'],
    ['order invoice payment', 'Paid in two parts|Please deliver in the morning'],
    ['', replies.replaceAll('.', '')],
  ],
  review: [['', 'Arrived on time and works well|Friendly staff and fair prices|Good value, a little slow to set up']],
  reason: [
    [`${FAILURE} bounce deferred`, errors],
    ['refund return chargeback dispute', 'Item arrived damaged|Ordered by mistake|Wrong size was sent'],
    ['cancel cancelled canceled cancellation cancelation churn unsubscribe', 'No longer needed|Ordered by mistake'],
    ['decline declined reject rejected rejection denied deny refusal', 'The document could not be read'],
    [
      'suspend suspended suspension block blocked ban lock deactivate deactivated deactivation',
      'No payment for three months',
    ],
    ['revoke revoked revocation', 'The key was replaced by a new one'],
    ['delete deleted deletion remove removed archive', 'No longer used'],
    ['hold pending review delay', 'Waiting for approval'],
    ['adjust adjustment correction change update amendment', 'Correction after stocktaking|Price was entered wrong'],
    ['leave absence time_off vacation', 'Family visit'],
    ['visit appointment', 'Yearly check'],
    ['transfer move', 'Moved to another warehouse'],
    ['finish stop', 'stop'],
    ['condition status state event', 'Completed'],
    ['', 'Requested by the customer|Changed plans'],
  ],
  summary: [
    [
      'event notification webhook activity audit',
      'A new order was placed|A payment was received|An address was changed',
    ],
    ['meeting call session conversation transcript', 'The dates were agreed; the budget is still open.'],
    ['assistant agent reasoning model response', 'Compared both options and chose the shorter one.'],
    ['issue ticket task bug', 'Export takes too long|Reset link does not arrive|Wrong total on the summary page'],
    ['article post page news', 'A short look at what changed this month|How a small team plans its week'],
    ['quote invoice estimate', 'New chairs for the meeting room|Website maintenance for one year'],
    ...descriptions,
  ],
  excerpt: [
    ['message email mail broadcast', 'Your order is on its way'],
    ['', 'A short look at what changed this month|Most of our week is planned on Monday morning'],
  ],
  detail: [
    [`${FAILURE}`, errors],
    ['history audit change log event activity', 'Address was changed|Due date was moved by a week'],
    ['status state verification', done],
    [`${MONEY} bank`, 'Invoice 1042|Rent for January'],
    ['', 'Two rooms on the first floor|With a copy for the accountant'],
  ],
  footer: [
    ['invoice receipt quote estimate credit_note', 'Thank you for your business'],
    ['', 'You receive this email because you signed up on our website.'],
  ],
  terms: [
    ['payment invoice', 'Payment within 30 days|Payment on receipt'],
    ['', 'Payment within 30 days. Goods can be returned within two weeks.'],
  ],
  greeting: [['', 'Hello, how can we help?|Welcome, good to see you']],
  disclaimer: [['', 'Prices may change without notice|This is no legal advice']],
  hint: [
    ['password', 'Use at least twelve characters'],
    ['', 'As it stands on your invoice|You can change this later'],
  ],
  explanation: [['', 'It follows from the amounts of the last three months|The two dates do not match']],
  cause: [['', 'The connection timed out|The disk was full']],
  justification: [['', 'Needed for the yearly audit|Replaces the old device']],
  transcript: [['', 'Hello, thank you for calling. How can I help you?']],
  quote: [['', 'Well begun is half done.|Slow and steady wins the race.']],
  changes: [['', 'Address was changed|Due date was moved by a week']],
  release: [['', 'Faster search, and a new page for settings|Fixes the export of large files']],
  slogan: [['', 'Made to last|Simple tools for small teams']],
  refusal: [['', 'I cannot help with that.']],
  reply: [['', answers]],
  statusText: [
    ['user profile person member', 'In a meeting|Working from home'],
    ['response http attempt', 'OK'],
    ['', done],
  ],
  status: [
    ['payment charge payout transfer refund withdrawal deposit transaction', 'pending'],
    ['invoice bill', 'open'],
    ['quote estimate proposal campaign newsletter article post survey contract agreement experiment document', 'draft'],
    ['order cart checkout purchase_order', 'pending'],
    ['shipment delivery fulfillment parcel tracking', 'pending'],
    ['booking reservation appointment ticket_order rsvp', 'confirmed'],
    ['flight session event meeting match game mission launch', 'scheduled'],
    [
      'issue ticket task todo case incident bug vulnerability finding dispute claim deal opportunity pull_request merge_request alert conversation poll',
      'open',
    ],
    ['lead request application candidate', 'new'],
    [
      'job run build pipeline workflow execution export import batch scan deployment transcription render crawl backup snapshot operation',
      'queued',
    ],
    ['server instance droplet machine vm container pod database cluster session_host', 'running'],
    ['message email sms notification mail', 'queued'],
    [
      'invitation invite verification approval review signature signature_request envelope attendee participant',
      'pending',
    ],
    ['domain certificate', 'pending'],
    ['goal project milestone sprint', 'in_progress'],
    ['device sensor terminal reader', 'online'],
    ['room property listing vehicle seat', 'available'],
    ['file upload image video asset', 'uploaded'],
    ['article_version release', 'published'],
    ['response health ping', 'ok'],
    ['', 'active'],
  ],
  category: [
    ['ticket issue case conversation request article faq', 'Billing|Shipping|Technical'],
    ['transaction expense expense_report receipt budget', 'Meals|Office Supplies|Travel'],
    ['course lesson training', 'Business|Design|Languages'],
    ['post blog news podcast video', 'Company|Guides|Products'],
    ['event meeting activity', 'Music|Talks|Workshops'],
    ['book', 'Fiction|History'],
    ['app application integration plugin extension', 'Productivity|Reporting'],
    ['company business merchant vendor place venue store restaurant', 'Bakery|Bookshop|Hardware Store'],
    ['', 'Accessories|Books|Electronics|Home & Garden|Office Supplies|Outdoor'],
  ],
  resolution: [
    ['ticket issue case bug incident dispute claim', 'Fixed'],
    ['image photo video screen media display stream', '1920x1080'],
    ['', 'month'],
  ],
  question: [
    [`${ASSISTANT} prediction inference`, 'Summarize the notes of the last meeting'],
    ['', 'How did you hear about us?|How satisfied are you?|What could be better?'],
  ],
  condition: [
    ['alert alarm monitor rule policy trigger automation step transition expression', 'error_rate > 0.05'],
    ['weather forecast', 'Partly cloudy'],
    ['', 'new'],
  ],
  model: [
    ['vehicle car', 'Corolla'],
    ['device phone terminal reader printer sensor camera router machine appliance', 'X200'],
    ['aircraft plane', 'A320'],
    ['', 'base-v1'],
  ],
  type: [
    ['dns dns_record', 'A'],
    ['phone telephone', 'mobile'],
    ['email mail', 'work'],
    ['address', 'billing|shipping'],
    ['mime content_type media_type', 'text/plain'],
    ['webhook_event hook_event notification_event', 'order.created|order.updated|payment.received'],
    ['event', 'created|updated'],
    ['street', 'Street'],
    ['error problem', 'invalid_request'],
    ['tax', 'sales_tax'],
    ['discount coupon promotion', 'percentage'],
    ['payment_method payment_source funding funding_source tender', 'card'],
    ['price', 'fixed'],
    ['transaction balance_transaction', 'payment'],
    ['bank_account financial_account', 'checking'],
    ['principal member actor subject grantee assignee', 'user'],
    [
      'field parameter param attribute column variable property metafield custom_field argument setting key_value output_field',
      'string',
    ],
    ['content content_part part message block chunk question answer body', 'text'],
    ['notification channel', 'email'],
    ['device terminal', 'phone|tablet'],
    ['vehicle car', 'car'],
    ['animal pet', 'cat|dog'],
    ['planet', 'terrestrial'],
    ['room', 'double'],
    ['property accommodation', 'apartment'],
    ['product item good sku', 'physical'],
    ['identity identity_document id_document', 'passport'],
    ['file document attachment', 'pdf'],
    ['media asset', 'image'],
    ['image photo', 'png'],
    ['contact party', 'person'],
    ['employee employment job position', 'full_time'],
    ['activity engagement', 'call'],
    ['relationship contact_relation', 'parent'],
    ['subscription plan', 'monthly'],
    ['shipment shipping delivery', 'standard'],
    ['store warehouse', 'retail'],
    ['task', 'task'],
    ['issue ticket', 'bug|question'],
    ['token access_token', 'bearer'],
    ['key ssh_key public_key', 'rsa'],
    ['tool function', 'function'],
    ['auth authentication credential', 'basic'],
    ['chart graph', 'line'],
    ['trigger', 'schedule'],
    ['rule policy', 'allow'],
    ['leave absence time_off', 'vacation'],
    ['visit appointment meeting', 'online'],
    ['', 'standard'],
  ],
}

/** What things that are called so are like. */
export const descriptionsByName: ReadonlyMap<string, string> = new Map([
  ['Ceramic Mug', 'Hand-glazed mug that holds 350 ml'],
  ['Cotton Tote Bag', 'Strong bag of organic cotton with long handles'],
  ['Desk Lamp', 'Dimmable lamp with a heavy base'],
  ['Linen Notebook', 'Notebook with a linen cover and 160 pages'],
  ['Oak Side Table', 'Small table of solid oak'],
  ['Steel Water Bottle', 'Insulated bottle that keeps drinks cold for a day'],
  ['Travel Backpack', 'Backpack with 30 liters and a laptop sleeve'],
  ['Wool Blanket', 'Soft blanket of pure wool, 130 by 180 cm'],
  ['Lentil Soup', 'Red lentils with cumin and lemon'],
  ['Mushroom Risotto', 'Creamy rice with mushrooms and thyme'],
  ['Roast Pumpkin Salad', 'Warm pumpkin on leaves, with seeds'],
  ['Tomato Tart', 'Thin pastry with tomatoes and basil'],
  ['admin', 'Full access to all projects and settings'],
  ['editor', 'Can edit projects, but not invite others'],
  ['member', 'Can view and edit own projects'],
  ['viewer', 'Can view everything, change nothing'],
  ['get_status', 'Returns the current status of an order'],
  ['list_orders', 'Lists the orders of a customer'],
  ['send_email', 'Sends an email to a customer'],
  ['orders:read', 'Read all orders'],
  ['projects:read', 'Read all projects'],
  ['projects:write', 'Create and change projects'],
  ['Missing security header', 'Answers are sent without a Content-Security-Policy header'],
  ['Outdated library', 'A library with a known weakness is in use'],
  ['Basic', 'For one person, with up to three projects'],
  ['Starter', 'Everything you need to begin'],
  ['Standard', 'For small teams of up to ten people'],
  ['Professional', 'For larger teams, with reports and support by phone'],
  ['Business', 'For whole companies, with single sign-on'],
  ['Premium', 'Unlimited projects and support around the clock'],
  ['AUTUMN15', '15 % off everything in autumn'],
  ['SAVE10', '10 % off the first order'],
  ['SPRING20', '20 % off the spring collection'],
  ['WELCOME5', '5 off for new customers'],
  ['Design', 'Designs all products and pages'],
  ['Finance', 'Looks after invoices and budgets'],
  ['Mobile', 'Everyone who works on the mobile app'],
  ['Operations', 'Keeps everything running'],
  ['Platform', 'Builds and runs the platform'],
  ['Support', 'Answers questions of customers'],
  ['announcements', 'News for the whole company'],
  ['general', 'For everything that has no other place'],
  ['random', 'Small talk'],
  ['release-notes', 'What is new in each release'],
  ['support', 'Questions and answers for customers'],
  ['Disk almost full', 'More than 90 % of the disk is in use'],
  ['High error rate', 'More than 5 % of the requests fail'],
  ['Slow responses', 'Requests take longer than one second'],
  ['Allow internal traffic', 'Allows access from the office network'],
  ['Keep for 30 days', 'Records are deleted after 30 days'],
  ['Require approval', 'Amounts over 500 have to be approved'],
])

/** What is said of a thing of which no more is known than its noun. */
export const uses: readonly string[] = ['A second {} for tests', 'Our main {}', 'The {} we use most']
