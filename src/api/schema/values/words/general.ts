/** The small word lists that made-up values are drawn from, written for this project. */

const words = (text: string): readonly string[] => text.split(' ')

export const firstNames: readonly string[] = words(
  'Ada Amir Anna Bea Ben Carlos Chen Clara Dana David Elif Emeka Emma Felix Freya Grace Hana Henry Hugo Ines Ivan Jonas Julia Kofi Laura Lena Leo Liam Lucia Mara Maya Mina Nadia Nina Noah Noor Olivia Omar Oscar Pavel Priya Rosa Samuel Sara Sofia Tariq Thomas Tom Uma Viktor Wei Yara Zoe',
)

/** Those of them that are names of men, and some more that clients send. */
export const menNames: ReadonlySet<string> = new Set(
  words(
    'Amir Ben Carlos Chen David Emeka Felix Henry Hugo Ivan Jonas Kofi Leo Liam Noah Omar Oscar Pavel Samuel Tariq Thomas Tom Viktor Wei Adam Alexander Andrew Anthony Charles Chris Christopher Daniel Edward Eric Frank George Jack Jacob James Jason Joe John Jonathan Joseph Kevin Luis Mark Martin Matthew Michael Mike Paul Peter Richard Robert Ryan Simon Stephen Steven Tim William',
  ),
)

export const lastNames: readonly string[] = words(
  'Abe Adams Bauer Bennett Brooks Castro Clarke Dubois Eriksen Evans Fischer Foster Garcia Gray Haddad Hayes Ito Jansen Keller Kim Lopez Martin Moreau Morgan Nakamura Novak Okafor Park Petrov Quinn Reed Rossi Santos Shah Silva Stone Tanaka Usman Varga Ward Weber Xu Yilmaz Zhang',
)

export const nouns: readonly string[] = words(
  'Anchor Beacon Canyon Cedar Comet Delta Ember Falcon Garnet Harbor Indigo Juniper Lantern Maple Meadow Nimbus Orchid Pebble Quartz River Summit Thistle Umber Willow',
)

/** What people call things of their own, in two words. */
export const firstWords: readonly string[] = words(
  'Autumn Basic Central Internal Main Monthly New North Partner Pilot Quarterly Regional Shared South Spring Summer Team Weekly West Winter',
)

export const secondWords: readonly string[] = words(
  'Archive Collection Draft Launch Overview Plan Program Project Refresh Review Rollout Schedule Series Setup Summary Test Update Workshop',
)

/** What sets a thing apart from others of its kind. */
export const adjectives: readonly string[] = words(
  'Main Test Second Shared Demo Standard Primary Spare North South East West Central Upper Lower Internal Public Pilot Partner Team Weekly Monthly Spring Autumn',
)

export const companySuffixes: readonly string[] = ['Works', 'Labs', 'Supply', 'Partners', 'Studio', 'Trading']

export const fillers: readonly string[] = words(
  'alder basin cobalt drift eddy fern grove hazel inlet jasper knoll larch mist north opal pine quill ridge sage tidal upland vale wren yarrow',
)

/** True for a word that stands where nothing is known of a text. */
export function isFiller(text: string): boolean {
  return fillers.includes(text)
}

export const colors: readonly string[] = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b']

export const colorNames: readonly string[] = ['blue', 'green', 'orange', 'purple', 'red', 'teal']

/** Lines at the head of messages. */
export const subjects: readonly string[] = [
  'A change to your plan',
  'Details for your visit on Monday',
  'Thank you for your order',
  'Your receipt',
  'Your weekly summary',
]

export const jobTitles: readonly string[] = [
  'Account Manager',
  'Data Analyst',
  'Operations Lead',
  'Product Designer',
  'Software Engineer',
]
