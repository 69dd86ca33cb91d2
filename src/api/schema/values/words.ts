/** The small word lists that made-up values are drawn from. A change here changes what a seed replays. */

export const firstNames: readonly string[] = [
  'Ada',
  'Amir',
  'Bea',
  'Carlos',
  'Chen',
  'Dana',
  'Elif',
  'Emeka',
  'Freya',
  'Grace',
  'Hana',
  'Ines',
  'Ivan',
  'Jonas',
  'Kofi',
  'Lena',
  'Lucia',
  'Mara',
  'Mina',
  'Nadia',
  'Noor',
  'Omar',
  'Pavel',
  'Priya',
  'Rosa',
  'Sofia',
  'Tariq',
  'Uma',
  'Viktor',
  'Wei',
  'Yara',
  'Zoe',
]

export const lastNames: readonly string[] = [
  'Abe',
  'Bauer',
  'Castro',
  'Dubois',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Haddad',
  'Ito',
  'Jansen',
  'Keller',
  'Lopez',
  'Moreau',
  'Nakamura',
  'Novak',
  'Okafor',
  'Petrov',
  'Quinn',
  'Rossi',
  'Santos',
  'Silva',
  'Tanaka',
  'Usman',
  'Varga',
  'Weber',
  'Xu',
  'Yilmaz',
  'Zhang',
]

export const nouns: readonly string[] = [
  'Anchor',
  'Beacon',
  'Canyon',
  'Cedar',
  'Comet',
  'Delta',
  'Ember',
  'Falcon',
  'Garnet',
  'Harbor',
  'Indigo',
  'Juniper',
  'Lantern',
  'Maple',
  'Meadow',
  'Nimbus',
  'Orchid',
  'Pebble',
  'Quartz',
  'River',
  'Summit',
  'Thistle',
  'Umber',
  'Willow',
]

export const adjectives: readonly string[] = [
  'Amber',
  'Bright',
  'Calm',
  'Clear',
  'Coral',
  'Early',
  'Gentle',
  'Golden',
  'Green',
  'Late',
  'Little',
  'North',
  'Open',
  'Quiet',
  'Rapid',
  'Silver',
  'Small',
  'Steady',
  'Swift',
  'West',
]

export const companySuffixes: readonly string[] = ['Works', 'Labs', 'Supply', 'Partners', 'Studio', 'Trading']

/** Each place is consistent in itself: city, region, region code, country, code, postal code. */
export const places: readonly {
  readonly city: string
  readonly region: string
  readonly regionCode: string
  readonly country: string
  readonly code: string
  readonly code3: string
  readonly postal: string
}[] = [
  {
    city: 'Portland',
    region: 'Oregon',
    regionCode: 'OR',
    country: 'United States',
    code: 'US',
    code3: 'USA',
    postal: '97205',
  },
  {
    city: 'Austin',
    region: 'Texas',
    regionCode: 'TX',
    country: 'United States',
    code: 'US',
    code3: 'USA',
    postal: '78701',
  },
  {
    city: 'Denver',
    region: 'Colorado',
    regionCode: 'CO',
    country: 'United States',
    code: 'US',
    code3: 'USA',
    postal: '80202',
  },
  {
    city: 'Boston',
    region: 'Massachusetts',
    regionCode: 'MA',
    country: 'United States',
    code: 'US',
    code3: 'USA',
    postal: '02110',
  },
]

export const streets: readonly string[] = [
  'Alder Street',
  'Birch Lane',
  'Canal Street',
  'Dock Road',
  'Elm Avenue',
  'Harbor Way',
  'Linden Street',
  'Mill Road',
]

export const fillers: readonly string[] = [
  'alder',
  'basin',
  'cobalt',
  'drift',
  'eddy',
  'fern',
  'grove',
  'hazel',
  'inlet',
  'jasper',
  'knoll',
  'larch',
  'mist',
  'north',
  'opal',
  'pine',
  'quill',
  'ridge',
  'sage',
  'tidal',
  'upland',
  'vale',
  'wren',
  'yarrow',
]

export const colors: readonly string[] = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b']

export const colorNames: readonly string[] = ['blue', 'green', 'orange', 'purple', 'red', 'teal']

export const sentences: readonly string[] = [
  'A short note about this item',
  'Made for trying things out',
  'The usual arrangement, nothing special',
  'Kept for later reference',
  'Ready when you are',
  'One of several, all alike',
]
