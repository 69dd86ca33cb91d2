/** Persons, companies and places: one of each per record. */
import { type Draw, type Maker, pick } from '../draw.ts'
import { companyOf, personOf, placeOf } from '../persona.ts'
import { jobTitles, menNames } from '../words/general.ts'
import { nameOfHolder, slugged } from './kinds.ts'
import { statusOf } from './phrases.ts'
import type { Row } from './table.ts'

const BOX =
  /(?:^|_)(support|info|sales|billing|help|abuse|admin|no_?reply|security|contact|notifications?|marketing)_e?_?mail/

function email(draw: Draw): string {
  const box = BOX.exec(draw.pointer.slice(draw.pointer.lastIndexOf('/') + 1).toLowerCase())?.[1]
  return box === undefined ? personOf(draw).email : `${box.replace('_', '')}@example.com`
}

function userName(draw: Draw): string {
  const { email } = personOf(draw)
  return email.slice(0, email.indexOf('@')).replace(/[^A-Za-z0-9_-]+/g, '')
}

function region(draw: Draw): string {
  return placeOf(draw).town.regionCode
}

/** What is of a place only where others beside it are, too. */
function inPlace(then: Maker<string>, otherwise: Maker<string>): Maker<string> {
  return (d) => (d.near?.beside?.isPlace === true || ADDRESS.test(d.pointer) ? then : otherwise)(d)
}

const ADDRESS = /address|billing|shipping|location/i

const decimal = (value: number): string => value.toFixed(4)
const locale = (d: Draw): string => `${placeOf(d).country.language}-${placeOf(d).country.code}`

/** By the first name, among those of the word lists. */
export function isMan(first: string): boolean {
  return menNames.has(first)
}

export function titleOf(draw: Draw): string {
  return isMan(personOf(draw).first) ? 'Mr.' : 'Ms.'
}

export const peopleRows: readonly Row<Maker<string>>[] = [
  [
    'email emails mail email_address e_mail mail_address emailaddress username_or_email email_to email_from cc bcc reply_to cc_email bcc_email',
    email,
  ],
  ['first_name given_name forename firstname fname givenname', (d) => personOf(d).first],
  ['last_name family_name surname lastname lname familyname sur_name maiden_name birth_name', (d) => personOf(d).last],
  ['middle_name middlename second_name', (d) => pick(d, ['Alex', 'Jo', 'Kim', 'Lee', 'Robin'])],
  ['initials', (d) => personOf(d).first.charAt(0) + personOf(d).last.charAt(0)],
  [
    'full_name fullname holder_name owner_name customer_name contact_name recipient_name account_holder cardholder_name cardholder author_name sender_name person_name real_name realname to_name from_name buyer_name payer_name employee_name patient_name guest_name legal_name_of_person signer_name signatory attendee_name participant_name member_name user_full_name name_on_card author artist director composer photographer writer instructor teacher speaker actor performer created_by_name attention attn',
    (d) => personOf(d).full,
  ],
  ['display_name displayname', nameOfHolder],
  [
    'company company_name organization organization_name organisation organisation_name business_name merchant_name vendor_name employer employer_name legal_name trading_name trade_name dba vendor merchant supplier supplier_name publisher doing_business_as corporation',
    companyOf,
  ],
  ['=business', companyOf],
  [
    'user_name username login nick_name nickname screen_name screenname user_handle logon_name login_name skype skype_name twitter instagram facebook linkedin telegram',
    userName,
  ],
  ['job_title jobtitle occupation designation profession', (d) => pick(d, jobTitles)],
  ['salutation honorific name_prefix', titleOf],
  ['name_suffix generational_suffix', () => ''],
  [
    'address_line_3 address_line3 address3 address_3 line_3 line3 address_line_4 address_line4 address4 address_4 admin_area_3 admin_area_4 dependent_locality',
    () => '',
  ],
  [
    'phone mobile fax telephone cell msisdn phone_number mobile_number fax_number telephone_number cell_phone mobile_phone phonenumber home_phone work_phone whatsapp',
    (d) => placeOf(d).phone,
  ],
  [
    'country country_code country_iso countrycode country_iso_code iso_country nationality citizenship',
    (d) => (d.near?.beside?.isPhone === true ? placeOf(d).country.dial : placeOf(d).country.code),
  ],
  [
    'national_number local_number subscriber_number national_phone_number',
    (d) => placeOf(d).phone.slice(1 + placeOf(d).country.dial.length),
  ],
  ['country_code3 country_iso3 country_alpha3', (d) => placeOf(d).country.code3],
  ['country_name countryname', (d) => placeOf(d).country.name],
  [
    'city town locality municipality city_name place_of_birth birthplace birth_place place_of_death hometown suburb neighborhood neighbourhood admin_area_2',
    (d) => placeOf(d).town.city,
  ],
  [
    'state_code province_code region_code state_province province_state state_province_region admin_area_1 administrative_area state_or_province statecode',
    region,
  ],
  ['province county state_name province_name', (d) => placeOf(d).town.region],
  ['zip zip_code postal_code postcode zipcode post_code postal postalcode', (d) => placeOf(d).town.postal],
  [
    'address_line_1 address_line1 address1 address_1 line_1 line1 addressline1 street street_address street_name street1 street_1 street_line_1 primary_line address delivery_line mailing_address address_street',
    (d) => placeOf(d).street,
  ],
  [
    'address_line_2 address_line2 address2 address_2 line_2 line2 addressline2 street2 street_2 secondary_line apartment suite unit_number apartment_number suite_number flat',
    (d) => `Suite ${100 + (placeOf(d).street.length % 9) * 10}`,
  ],
  ['house_number street_number building_number', (d) => /\d+/.exec(placeOf(d).street)?.[0] ?? '12'],
  [
    'full_address formatted_address address_text one_line_address',
    (d) => {
      const { street, town, country } = placeOf(d)
      return `${street}, ${town.city}, ${town.regionCode} ${town.postal}, ${country.name}`
    },
  ],
  [
    'last_line city_state_zip',
    (d) => `${placeOf(d).town.city} ${placeOf(d).town.regionCode} ${placeOf(d).town.postal}`,
  ],
  ['continent', () => 'North America'],
  ['lat latitude', (d) => decimal(placeOf(d).town.latitude)],
  ['lon lng long longitude', (d) => decimal(placeOf(d).town.longitude)],
  [
    'geo coordinates lat_lng latlng geolocation lat_long geo_location',
    (d) => `${decimal(placeOf(d).town.latitude)},${decimal(placeOf(d).town.longitude)}`,
  ],
  ['time_zone timezone tz tz_name timezone_name time_zone_name tzid iana_timezone', (d) => placeOf(d).town.timezone],
  ['locale locale_code culture preferred_locale language_tag', locale],
  [
    'language language_code lang preferred_language languages primary_language spoken_language',
    (d) => placeOf(d).country.language,
  ],
  ['language_name', () => 'English'],
  [
    'currency currency_code iso_currency_code currencycode currency_iso base_currency quote_currency currency_id currency_symbol_code iso_currency',
    (d) => placeOf(d).country.currency,
  ],
  ['birth_year year_of_birth', (d) => String(personOf(d).born)],
  ['company_domain email_domain', (d) => `${slugged(companyOf(d))}.example.com`],
  ['state', inPlace(region, statusOf)],
  [
    'region area',
    inPlace(
      (d) => placeOf(d).town.region,
      (d) => pick(d, ['eu-central-1', 'us-east-1', 'us-west-2']),
    ),
  ],
  ['district', (d) => placeOf(d).town.city],
]
