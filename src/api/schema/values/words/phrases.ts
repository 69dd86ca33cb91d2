/**
 * Sentences that people and servers write, by what a text is for and by what it is about: the first line of a purpose
 * whose words stand in the name of the text or of what holds it.
 */
import { descriptions } from './descriptions.ts'
import { ASSISTANT, FAILURE, type Line, MONEY } from './lines.ts'
import { type State, stateLines } from './states.ts'

const errors = 'The request could not be processed|The value is not valid|The resource was not found'
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
  | State

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
  ...stateLines,
}
