/** Texts of payments and banks: numbers that are known to be for trying things out. */
import { beside, characters, digits, type Maker, whole } from '../draw.ts'
import { companyOf, placeOf } from '../persona.ts'
import type { Row } from './table.ts'

const CODES = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const year = (now: number, more: number): string => String(new Date(Math.max(0, now)).getUTCFullYear() + more)

export const price: Maker<string> = (d) =>
  `${whole(d, 5, 250)}.${['00', '25', '50', '75'][whole(beside(d, 'cents'), 0, 3)]}`

export const moneyRows: readonly Row<Maker<string>>[] = [
  ['last4 last_4 last_four last_four_digits last_digits card_last4', () => '4242'],
  ['=mask', () => '0000'],
  ['brand card_brand card_network card_type card_scheme', () => 'visa'],
  ['=network payment_network', () => 'visa'],
  ['masked_card_number masked_pan masked_number card_mask masked_card', () => '************1111'],
  ['card_number pan credit_card_number primary_account_number', () => '4242424242424242'],
  ['cvc cvv cvv2 security_code card_verification cvc2', () => '123'],
  ['bin iin', () => '424242'],
  ['exp_month expiry_month expiration_month exp_mm', () => '12'],
  ['exp_year expiry_year expiration_year exp_yyyy', (d) => year(d.now, 3)],
  ['iban', () => 'DE89370400440532013000'],
  ['bic swift bic_code swift_code swift_bic bank_identifier', () => 'DEUTDEFF'],
  ['routing_number aba aba_number routing_transit_number', () => '110000000'],
  ['account_number bank_account_number', (d) => `0001${digits(d, 8)}`],
  ['bank_code bank_number blz', () => '37040044'],
  ['sort_code', () => '108800'],
  ['bsb bsb_number', () => '000000'],
  ['branch_code branch_number transit_number', () => '11000'],
  ['institution_number', () => '000'],
  ['clabe', () => '000000001234567897'],
  [
    'tax_id tax_number ein tax_identifier tax_id_number employer_identification_number fiscal_number',
    () => '00-0000000',
  ],
  ['vat vat_id vat_number vatin', (d) => `${placeOf(d).country.code}123456789`],
  ['ssn social_security_number', () => '000-00-0000'],
  ['ssn_last_4 ssn_last4', () => '0000'],
  [
    'id_number national_id id_number_secondary identity_number document_number passport_number license_number licence_number driver_license',
    (d) => characters(d, 9, CODES),
  ],
  [
    'statement_descriptor soft_descriptor descriptor statement_description billing_descriptor statement_descriptor_suffix statement_descriptor_prefix',
    (d) => companyOf(d).toUpperCase().slice(0, 22),
  ],
  ['auth_code authorization_code approval_code', (d) => digits(d, 6)],
  ['mcc merchant_category_code', () => '5734'],
  ['barcode gtin ean upc isbn', (d) => digits(d, 12)],
  [
    'amount price total subtotal sub_total balance cost fee net gross tax amount_due unit_price grand_total unit_amount unit_amount_decimal amounts prices totals fees tip shipping_cost credit debit total_amount budget salary amount_decimal revenue spend estimate',
    price,
  ],
  ['rate percentage percent tax_rate interest_rate percent_off tax_percentage exchange_rate', () => '7.5'],
  ['credit_type card_funding funding funding_type', () => 'debit'],
]
