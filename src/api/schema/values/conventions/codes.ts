/** Numbers and codes by which people know a thing: a prefix and a running number, rather than any characters. */
import { BASE62, beside, characters, type Draw, digits, HEX, type Maker, pick, whole } from '../draw.ts'
import { singular, snakeName } from '../names.ts'
import { slugOf } from './kinds.ts'
import type { Row } from './table.ts'

const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The number of a record in its population, else any small one. */
const running = (d: Draw): number => (d.ordinal === undefined ? whole(beside(d, 'number'), 1, 999) : d.ordinal + 1)
const numbered =
  (prefix: string): Maker<string> =>
  (d) =>
    `${prefix}-${String(running(d)).padStart(4, '0')}`
const plainNumber: Maker<string> = (d) => String(1000 + running(d))
const letters =
  (length: number): Maker<string> =>
  (d) =>
    characters(d, length, CAPITALS)

/** Prefixes of what is numbered, by the word for the thing. */
const PREFIXES: readonly (readonly [things: string, prefix: string])[] = [
  ['invoice bill recurring_invoice', 'INV'],
  ['order sales_order', 'ORD'],
  ['quote quotation', 'QUO'],
  ['estimate', 'EST'],
  ['receipt', 'RCT'],
  ['credit_note credit_memo', 'CN'],
  ['purchase_order po', 'PO'],
  ['statement', 'ST'],
  ['contract agreement', 'CON'],
  ['policy', 'POL'],
  ['claim', 'CLM'],
  ['payment', 'PAY'],
  ['refund', 'REF'],
  ['return', 'RET'],
  ['shipment delivery', 'SHP'],
  ['transaction', 'TXN'],
  ['batch', 'BAT'],
  ['lot', 'LOT'],
  ['asset', 'AST'],
  ['expense', 'EXP'],
  ['journal', 'JRN'],
  ['booking reservation', 'BK'],
  ['project', 'PRJ'],
]
const prefixOf = new Map(PREFIXES.flatMap(([things, prefix]) => things.split(' ').map((thing) => [thing, prefix])))

/** `number` of an invoice is that of an invoice. */
const numberOfHolder: Maker<string> = (d) => {
  const steps = [
    ...d.pointer.split('/').slice(1, -1).toReversed(),
    d.record.slice(0, Math.max(0, d.record.indexOf('/'))),
  ]
  for (const step of steps) {
    const prefix = prefixOf.get(singular(snakeName(step)))
    if (prefix !== undefined) return numbered(prefix)(d)
  }
  return plainNumber(d)
}

const reference: Maker<string> = numbered('REF')
/** A thing's name in capitals: `DESK-LAMP-01`. */
const sku: Maker<string> = (d) => `${slugOf(d).slice(0, 20).replace(/-$/, '').toUpperCase()}-01`

export const codeRows: readonly Row<Maker<string>>[] = [
  ['=number', numberOfHolder],
  ...PREFIXES.map(
    ([things, prefix]): Row<Maker<string>> => [
      things
        .split(' ')
        .flatMap((thing) => [`${thing}_number`, `${thing}_no`, `${thing}_reference`])
        .join(' '),
      numbered(prefix),
    ],
  ),
  ['sku sku_code product_code item_code', sku],
  [
    'number ticket_number case_number customer_number employee_number member_number membership_number issue_number check_number cheque_number sequence_number staff_number loyalty_number',
    plainNumber,
  ],
  [
    'ref reference external_reference ref_number reference_number reference_code mandate_reference transfer_group',
    reference,
  ],
  ['confirmation_number confirmation_code booking_code record_locator pnr', letters(6)],
  ['tracking_number tracking_code waybill_number', (d) => `1Z999AA1${digits(d, 10)}`],
  ['serial_number serial serial_no', (d) => `SN${digits(d, 8)}`],
  ['part_number model_number mpn', (d) => `${characters(beside(d, 'a'), 2, 'ABCDEFGHKLMNPRST')}-${whole(d, 100, 999)}`],
  ['registration_number company_number', (d) => `0${digits(d, 7)}`],
  ['acquirer_reference_number', (d) => `7${digits(d, 22)}`],
  [
    'promo_code promotion_code coupon_code discount_code voucher_code',
    (d) => pick(d, ['SPRING25', 'SUMMER20', 'WELCOME10', 'THANKS15']),
  ],
  ['referral_code invite_code invitation_code gift_code join_code redemption_code activation_code', letters(8)],
  ['gift_card_number gan', (d) => `7783${digits(d, 12)}`],
  [
    'verification_code otp otp_code one_time_code two_factor_code pin pin_code security_pin passcode',
    (d) => digits(d, 6),
  ],
  ['account_code gl_code ledger_code gl_account account_no_code nominal_code', (d) => String(whole(d, 2, 8) * 100)],
  ['flight_number', (d) => `EX${whole(d, 100, 999)}`],
  ['license_plate licence_plate plate_number number_plate', (d) => `EXA-${whole(d, 100, 999)}`],
  ['room_number', (d) => String(whole(d, 1, 4) * 100 + whole(beside(d, 'room'), 1, 20))],
  ['table_number seat_number gate_number platform_number', (d) => String(whole(d, 1, 30))],
  ['build_number', (d) => String(whole(d, 100, 999))],
  ['last_chars last_characters last_char ending_in', () => '3000'],
  ['area_code', () => '303'],
  ['dial_code dialing_code calling_code phone_code country_calling_code', () => '1'],
  ['avatar_hash image_hash content_hash file_hash', (d) => characters(d, 32, HEX)],
  ['short_code shortcode', (d) => characters(d, 7, BASE62)],
]
