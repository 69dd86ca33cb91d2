/** Places, each consistent in itself. Written for this project; telephone numbers are of the ranges kept free for fiction. */

export interface Town {
  readonly city: string
  readonly region: string
  readonly regionCode: string
  readonly postal: string
  readonly latitude: number
  readonly longitude: number
  readonly timezone: string
  readonly streets: readonly string[]
  /** National digits before the last two, of a range that no telephone has. */
  readonly phone: string
}

export interface Country {
  readonly name: string
  readonly code: string
  readonly code3: string
  readonly numeric: string
  readonly dial: string
  readonly currency: string
  readonly language: string
  /** The number stands before the street. */
  readonly numberFirst: boolean
  readonly towns: readonly Town[]
}

type TownRow = readonly [
  city: string,
  region: string,
  regionCode: string,
  postal: string,
  latitude: number,
  longitude: number,
  timezone: string,
  phone: string,
  streets?: readonly string[],
]

function towns(streets: readonly string[], rows: readonly TownRow[]): readonly Town[] {
  return rows.map(([city, region, regionCode, postal, latitude, longitude, timezone, phone, own]) => ({
    city,
    region,
    regionCode,
    postal,
    latitude,
    longitude,
    timezone,
    phone,
    streets: own ?? streets,
  }))
}

const english: readonly string[] = [
  'Alder Street',
  'Birch Lane',
  'Canal Street',
  'Cedar Avenue',
  'Elm Avenue',
  'Harbor Way',
  'Linden Street',
  'Mill Road',
]

type CountryRow = readonly [
  name: string,
  code: string,
  code3: string,
  numeric: string,
  dial: string,
  currency: string,
  language: string,
]

function country(row: CountryRow, numberFirst: boolean, streets: readonly string[], rows: readonly TownRow[]): Country {
  const [name, code, code3, numeric, dial, currency, language] = row
  return { name, code, code3, numeric, dial, currency, language, numberFirst, towns: towns(streets, rows) }
}

/** The first is where things are when nothing says otherwise. */
export const countries: readonly Country[] = [
  country(['United States', 'US', 'USA', '840', '1', 'USD', 'en'], true, english, [
    ['Portland', 'Oregon', 'OR', '97205', 45.5202, -122.6879, 'America/Los_Angeles', '50355501'],
    ['Seattle', 'Washington', 'WA', '98101', 47.6101, -122.3344, 'America/Los_Angeles', '20655501'],
    ['San Diego', 'California', 'CA', '92101', 32.7197, -117.1628, 'America/Los_Angeles', '61955501'],
    ['Austin', 'Texas', 'TX', '78701', 30.2711, -97.7437, 'America/Chicago', '51255501'],
    ['Chicago', 'Illinois', 'IL', '60601', 41.8858, -87.6229, 'America/Chicago', '31255501'],
    ['Minneapolis', 'Minnesota', 'MN', '55401', 44.985, -93.2698, 'America/Chicago', '61255501'],
    ['Nashville', 'Tennessee', 'TN', '37203', 36.1504, -86.7916, 'America/Chicago', '61555501'],
    ['Denver', 'Colorado', 'CO', '80202', 39.7525, -104.9995, 'America/Denver', '30355501'],
    ['Boston', 'Massachusetts', 'MA', '02110', 42.3576, -71.0514, 'America/New_York', '61755501'],
    ['Philadelphia', 'Pennsylvania', 'PA', '19103', 39.9529, -75.1741, 'America/New_York', '21555501'],
    ['Atlanta', 'Georgia', 'GA', '30303', 33.7529, -84.3925, 'America/New_York', '40455501'],
    ['Columbus', 'Ohio', 'OH', '43215', 39.9671, -83.0044, 'America/New_York', '61455501'],
  ]),
  country(['Canada', 'CA', 'CAN', '124', '1', 'CAD', 'en'], true, english, [
    ['Toronto', 'Ontario', 'ON', 'M5V 2T6', 43.6426, -79.3871, 'America/Toronto', '41655501'],
    ['Vancouver', 'British Columbia', 'BC', 'V6B 1A1', 49.2796, -123.1199, 'America/Vancouver', '60455501'],
  ]),
  country(['United Kingdom', 'GB', 'GBR', '826', '44', 'GBP', 'en'], true, english, [
    ['London', 'England', 'ENG', 'SE1 9GF', 51.5045, -0.0865, 'Europe/London', '20794600'],
    ['Edinburgh', 'Scotland', 'SCT', 'EH1 1YZ', 55.9533, -3.1883, 'Europe/London', '13149600'],
  ]),
  country(['Ireland', 'IE', 'IRL', '372', '353', 'EUR', 'en'], true, english, [
    ['Dublin', 'Leinster', 'L', 'D02 X285', 53.3438, -6.2546, 'Europe/Dublin', '2091000'],
  ]),
  country(
    ['Germany', 'DE', 'DEU', '276', '49', 'EUR', 'de'],
    false,
    ['Lindenstraße', 'Gartenweg', 'Mühlenstraße'],
    [
      ['Berlin', 'Berlin', 'BE', '10115', 52.5323, 13.3846, 'Europe/Berlin', '30231250'],
      ['Hamburg', 'Hamburg', 'HH', '20095', 53.5503, 10.0006, 'Europe/Berlin', '40669690'],
    ],
  ),
  country(
    ['France', 'FR', 'FRA', '250', '33', 'EUR', 'fr'],
    true,
    ['rue des Tilleuls', 'rue du Moulin'],
    [
      ['Lyon', 'Auvergne-Rhône-Alpes', 'ARA', '69002', 45.7485, 4.8357, 'Europe/Paris', '4657100'],
      ['Paris', 'Île-de-France', 'IDF', '75011', 48.8594, 2.3765, 'Europe/Paris', '1990000'],
    ],
  ),
  country(
    ['Spain', 'ES', 'ESP', '724', '34', 'EUR', 'es'],
    false,
    ['Calle del Molino', 'Calle Mayor'],
    [['Valencia', 'Comunidad Valenciana', 'VC', '46002', 39.4699, -0.3763, 'Europe/Madrid', '55501']],
  ),
  country(
    ['Italy', 'IT', 'ITA', '380', '39', 'EUR', 'it'],
    false,
    ['Via dei Mulini', 'Via del Porto'],
    [['Bologna', 'Emilia-Romagna', 'BO', '40121', 44.5015, 11.3426, 'Europe/Rome', '55501']],
  ),
  country(
    ['Netherlands', 'NL', 'NLD', '528', '31', 'EUR', 'nl'],
    false,
    ['Lindelaan', 'Molenstraat'],
    [['Utrecht', 'Utrecht', 'UT', '3511 AB', 52.0931, 5.1171, 'Europe/Amsterdam', '55501']],
  ),
  country(
    ['Switzerland', 'CH', 'CHE', '756', '41', 'CHF', 'de'],
    false,
    ['Lindenweg', 'Mühlegasse'],
    [['Bern', 'Bern', 'BE', '3011', 46.948, 7.4474, 'Europe/Zurich', '55501']],
  ),
  country(
    ['Austria', 'AT', 'AUT', '040', '43', 'EUR', 'de'],
    false,
    ['Lindengasse', 'Mühlgasse'],
    [['Vienna', 'Vienna', '9', '1070', 48.2025, 16.3489, 'Europe/Vienna', '55501']],
  ),
  country(
    ['Belgium', 'BE', 'BEL', '056', '32', 'EUR', 'nl'],
    false,
    ['Molenstraat', 'Lindestraat'],
    [['Ghent', 'East Flanders', 'VOV', '9000', 51.0543, 3.7174, 'Europe/Brussels', '55501']],
  ),
  country(
    ['Sweden', 'SE', 'SWE', '752', '46', 'SEK', 'sv'],
    false,
    ['Lindgatan', 'Kvarngatan'],
    [['Stockholm', 'Stockholm', 'AB', '111 29', 59.3251, 18.0711, 'Europe/Stockholm', '846500']],
  ),
  country(
    ['Denmark', 'DK', 'DNK', '208', '45', 'DKK', 'da'],
    false,
    ['Lindevej', 'Møllegade'],
    [['Aarhus', 'Midtjylland', '82', '8000', 56.1572, 10.2107, 'Europe/Copenhagen', '55501']],
  ),
  country(
    ['Norway', 'NO', 'NOR', '578', '47', 'NOK', 'nb'],
    false,
    ['Lindeveien', 'Møllergata'],
    [['Bergen', 'Vestland', '46', '5003', 60.3913, 5.3221, 'Europe/Oslo', '55501']],
  ),
  country(
    ['Poland', 'PL', 'POL', '616', '48', 'PLN', 'pl'],
    false,
    ['ul. Lipowa', 'ul. Ogrodowa'],
    [['Gdańsk', 'Pomorskie', 'PM', '80-831', 54.352, 18.6466, 'Europe/Warsaw', '55501']],
  ),
  country(
    ['Portugal', 'PT', 'PRT', '620', '351', 'EUR', 'pt'],
    false,
    ['Rua do Moinho', 'Rua das Flores'],
    [['Porto', 'Porto', '13', '4000-069', 41.1456, -8.6109, 'Europe/Lisbon', '55501']],
  ),
  country(['Australia', 'AU', 'AUS', '036', '61', 'AUD', 'en'], true, english, [
    ['Melbourne', 'Victoria', 'VIC', '3000', -37.8136, 144.9631, 'Australia/Melbourne', '3701000'],
    ['Sydney', 'New South Wales', 'NSW', '2000', -33.8688, 151.2093, 'Australia/Sydney', '2701000'],
  ]),
  country(['New Zealand', 'NZ', 'NZL', '554', '64', 'NZD', 'en'], true, english, [
    ['Wellington', 'Wellington', 'WGN', '6011', -41.2865, 174.7762, 'Pacific/Auckland', '55501'],
  ]),
  country(
    ['Japan', 'JP', 'JPN', '392', '81', 'JPY', 'ja'],
    true,
    ['Sakura-dori', 'Midori-cho'],
    [['Kyoto', 'Kyoto', '26', '604-8005', 35.0093, 135.7681, 'Asia/Tokyo', '55501']],
  ),
  country(
    ['India', 'IN', 'IND', '356', '91', 'INR', 'en'],
    true,
    ['Lake Road', 'Garden Road'],
    [['Pune', 'Maharashtra', 'MH', '411001', 18.5204, 73.8567, 'Asia/Kolkata', '55501']],
  ),
  country(
    ['Singapore', 'SG', 'SGP', '702', '65', 'SGD', 'en'],
    true,
    ['Orchid Road', 'Canal Road'],
    [['Singapore', 'Singapore', 'SG', '179103', 1.2897, 103.8501, 'Asia/Singapore', '55501']],
  ),
  country(
    ['Brazil', 'BR', 'BRA', '076', '55', 'BRL', 'pt'],
    false,
    ['Rua das Palmeiras', 'Rua do Porto'],
    [['Curitiba', 'Paraná', 'PR', '80010-000', -25.4296, -49.2713, 'America/Sao_Paulo', '55501']],
  ),
  country(
    ['Mexico', 'MX', 'MEX', '484', '52', 'MXN', 'es'],
    false,
    ['Calle del Molino', 'Calle Jacaranda'],
    [['Puebla', 'Puebla', 'PUE', '72000', 19.0414, -98.2063, 'America/Mexico_City', '55501']],
  ),
]
