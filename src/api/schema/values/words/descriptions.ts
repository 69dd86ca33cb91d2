/** What things are like, by what they are, and by what they are called. */
import { deeds, typeOfDeed } from './deeds.ts'
import { type Line, MACHINE, MONEY } from './lines.ts'

/** By the words for a thing. */
export const descriptions: readonly Line[] = [
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

/** What services that are called so are like. */
export const descriptionsOfServices: ReadonlyMap<string, string> = new Map([
  ['Classic', 'As it has always been'],
  ['Standard', 'Good value for every day'],
  ['Comfort', 'More room for you'],
  ['Express', 'On the way at once'],
])

/** What things that are called so are like. */
export const descriptionsByName: ReadonlyMap<string, string> = new Map([
  ...deeds.map(
    (deed) => [typeOfDeed(deed), `Sent when ${deed.summary.charAt(0).toLowerCase()}${deed.summary.slice(1)}`] as const,
  ),
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
