/** Texts of names that mean much the same wherever they stand. */
import { BASE62, characters, type Draw, type Maker, pick } from '../draw.ts'
import { snakeName } from '../names.ts'
import { holder, personOf, placeOf } from '../persona.ts'
import { typeOfDeed } from '../words/deeds.ts'
import { colorNames, colors, jobTitles, subjects } from '../words/general.ts'
import { deedOf, isOfEvent } from './deeds.ts'
import { kindsAround, nameOfHolder, slugOf } from './kinds.ts'
import { isMan, titleOf } from './people.ts'
import { phraseRows } from './phrases.ts'
import { styled } from './styles.ts'
import type { Row } from './table.ts'

const CODES = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const code: Maker<string> = (d) => characters(d, 8, CODES)
/** What is said of a person otherwise than of anything else. */
function forPerson(then: Maker<string>, otherwise: Maker<string>): Maker<string> {
  return (d) => (d.near?.beside?.isPerson === true || kindsAround(d)[0]?.isPerson === true ? then : otherwise)(d)
}

const always =
  (text: string): Maker<string> =>
  () =>
    text

/** The same, written as the enums beside it are. */
const said = (text: string): Maker<string> => styled(always(text))

const TRIP = /(^|_)(flight|trip|route|ride|journey|leg|segment|shipment|transfer_trip|train|ferry)$/
const CALL = /(^|_)(sms|call|phone|voice|whatsapp|mms|text_message)(_|$)/

/** A place, where the value is of what goes from one to another. */
function onTheWay(otherwise: Maker<string>): Maker<string> {
  return (d) => (kindsAround(d).some(({ word }) => TRIP.test(word)) ? placeOf(d).town.city : otherwise(d))
}

/** One end of a message, a call or a trip. */
const party: Maker<string> = onTheWay((d) => {
  const isCall = kindsAround(d).some(({ word }) => CALL.test(word))
  return isCall
    ? placeOf(d).phone
    : personOf({ ...d, pointer: `${holder(d.pointer)}/${d.pointer.slice(d.pointer.lastIndexOf('/') + 1)}_name` }).email
})

/** Whoever did it: another than the record tells of. */
function actor(draw: Draw): string {
  const { full, email } = personOf({ ...draw, pointer: `${holder(draw.pointer)}/operator_name` })
  return /e?mail/i.test(draw.pointer.slice(draw.pointer.lastIndexOf('/'))) ? email : full
}

const MEASURE = /(^|_)(unit|uom|measure|measurement)(_|$)/

/** Of a unit, `ea`; else the first letters of what the thing is called. */
function abbreviation(draw: Draw): string {
  const name = snakeName(draw.pointer.slice(draw.pointer.lastIndexOf('/') + 1))
  if (MEASURE.test(name) || kindsAround(draw).some(({ word }) => MEASURE.test(word))) return 'ea'
  const words = nameOfHolder(draw).match(/[\p{L}\p{N}]+/gu) ?? []
  const [only = 'x', second] = words
  const letters =
    second === undefined
      ? [...only].slice(0, 3).join('')
      : words
          .slice(0, 5)
          .map((word) => [...word][0])
          .join('')
  return letters.toUpperCase()
}

export const textRows: readonly Row<Maker<string>>[] = [
  ['color colour hex_color background background_color foreground text_color', (d) => pick(d, colors)],
  ['color_name colour_name', (d) => pick(d, colorNames)],
  ['emoji', always('🎉')],
  [
    'key lookup_key object_key partition_key',
    (d) =>
      nameOfHolder(d)
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-'),
  ],
  ['code', code],
  ['error_code decline_code failure_code error_type', always('invalid_request')],
  ['error', always('invalid_request')],
  [
    'error_message error_description failure_message error_detail error_text failure_reason fail_reason',
    always('The request could not be processed'),
  ],
  [
    'warning warnings warning_message deprecation_message',
    always('This value will not be supported in the next version'),
  ],
  ['field parameter param property field_path', always('email')],
  ['issue', always('INVALID_VALUE')],
  ['json_pointer', always('/email')],
  ['title', forPerson((d) => pick(d, jobTitles), nameOfHolder)],
  ['header_name token_header', always('X-Api-Key')],
  ['heading headline name label caption short_description display_label', nameOfHolder],
  ['subject email_subject subject_line', (d) => pick(d, subjects)],
  ...phraseRows,
  ['prompt input', always('Summarize the notes of the last meeting')],
  ['output result response', always('Done')],
  ['answer', always('Yes')],
  ['gender sex', (d) => (isMan(personOf(d).first) ? 'male' : 'female')],
  ['pronouns', (d) => (isMan(personOf(d).first) ? 'he/him' : 'she/her')],
  ['marital_status', always('single')],
  ['blood_type blood_group', always('A+')],
  ['license licence license_name', always('MIT')],
  ['tag_name release_tag git_tag', always('v1.0.0')],
  ['acl', always('private')],
  ['=gate', always('B12')],
  ['=room room_number', always('204')],
  ['=make', always('Toyota')],
  ['button_text button_label cta_text submit_text submit_label', always('Send')],
  ['=from =to', party],
  ['origin departure arrival', onTheWay((d) => `https://${slugOf(d)}.example.com`)],
  ['priority urgency', said('normal')],
  ['severity', said('medium')],
  ['visibility privacy', said('public')],
  ['scope permission access access_level privilege grant scopes permissions', always('read')],
  ['role', said('member')],
  ['level tier class grade', said('standard')],
  [
    'mode method strategy policy behavior behaviour profile model_type variant option choice preference style theme layout',
    said('default'),
  ],
  ['operator op comparator comparison', always('equals')],
  ['logical_operator conjunction', always('AND')],
  ['effect decision verdict', said('allow')],
  ['outcome', said('success')],
  ['action trigger activity operation', always('update')],
  ['event_name event_type event', (d) => typeOfDeed(deedOf(d))],
  ['source origin_type channel_type created_via source_type initiator entry_point', always('api')],
  [
    'created_by updated_by modified_by added_by changed_by deleted_by author_id owner_user requested_by invited_by by assigned_to owner',
    actor,
  ],
  ['direction', always('outbound')],
  ['rel relation relationship', always('self')],
  ['frequency recurrence cadence', always('monthly')],
  [
    'interval period granularity interval_unit duration_unit time_unit billing_period billing_cycle billing_interval',
    always('month'),
  ],
  ['duration', always('PT1H')],
  ['weekday day_of_week week_day start_day', always('Monday')],
  ['year fiscal_year', (d) => String(new Date(Math.max(0, d.now)).getUTCFullYear())],
  ['=month', always('01')],
  ['=day', always('15')],
  ['quantity qty count total_count', always('1')],
  ['size', always('medium')],
  ['unit unit_of_measure uom measure units measurement_unit unit_name', always('each')],
  ['abbreviation abbr acronym', abbreviation],
  ['weight_unit mass_unit', always('kg')],
  ['dimension_unit length_unit distance_unit', always('cm')],
  ['temperature_unit', always('celsius')],
  ['storage memory requests', always('1Gi')],
  ['cpu', always('500m')],
  ['alignment align', always('left')],
  ['position placement', always('top')],
  ['font font_family', always('Inter')],
  ['group_by', always('status')],
  ['sort order_by sort_by sort_field sort_key', always('created_at')],
  ['sort_order sort_direction', always('asc')],
  ['usage intended_use', always('standard')],
  ['default_value', always('standard')],
  ['location', (d) => pick(d, ['Central Warehouse', 'Front Desk', 'Main Office'])],
  ['prefix', forPerson(titleOf, always('app'))],
  ['suffix', forPerson(always(''), always('v1'))],
  ['separator delimiter', always(',')],
  ['provider', always('standard')],
  ['check verification_result check_result', always('pass')],
  ['needed provided required_scope', always('read')],
  ['=min minimum', always('1')],
  ['=max maximum', always('100')],
  ['step', always('1')],
  ['capacity', always('4')],
  ['schedule', always('0 9 * * 1')],
  ['presence', said('active')],
  ['group', always('default')],
  [
    'resource_type entity_type object_type target_type subject_type owner_type',
    (d) => (isOfEvent(d) ? deedOf(d).resource : 'user'),
  ],
  ['use_case', always('internal')],
  [
    'user customer account subscription charge invoice payment refund payout transfer transaction dispute card payment_intent setup_intent bank_account order session checkout_session destination on_behalf_of receipt parent subscription_item invoice_item line_item price_id product coupon discount channel mandate quote balance_transaction credit_note promotion_code application_fee payment_method cardholder reversal team recipient entity device file_id template replacement_for issuing_authorization external_id original_id report fulfillment shipment',
    (d) => characters(d, 16, BASE62),
  ],
]
