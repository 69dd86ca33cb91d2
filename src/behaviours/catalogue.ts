/**
 * Every behaviour as a user reads of it: what is concluded, from what, and what a sandbox then does. The names are those
 * that descriptions switch off, that explanations tell, and that the folders have.
 */
export interface CatalogueEntry {
  readonly name: string
  readonly concludes: string
  readonly from: string
  readonly does: string
}

const entry = (name: string, concludes: string, from: string, does: string): CatalogueEntry => ({
  name,
  concludes,
  from,
  does,
})

/** In the order of the alphabet. */
export const catalogue: readonly CatalogueEntry[] = [
  entry(
    'arn',
    'ids are Amazon Resource Names',
    'ARNs in the words of the description',
    'writes them of the type and the name',
  ),
  entry(
    'client-chosen-id',
    'a client may choose what a record is called',
    'the path, the schema and declared conflicts',
    'refuses a name that is taken, or writes over what has it',
  ),
  entry(
    'counter-cache',
    'a number of a record counts the records below it',
    'its name and type',
    'counts those that come and go',
  ),
  entry(
    'creator-stamp',
    'a property tells who made a record',
    'names such as author and owner',
    'shows who is logged in, or whom /me shows',
  ),
  entry(
    'declared-default',
    'a property has a value where nobody says one',
    'declared defaults, and words',
    'takes that value',
  ),
  entry(
    'deletion-protection',
    'a flag protects a record from deletion',
    'its name or words',
    'refuses to delete the record while it is true',
  ),
  entry(
    'derived-name',
    'a name follows from others',
    'names of properties and their words',
    'makes slugs and whole names that nobody said',
  ),
  entry(
    'document-number',
    'invoices, orders and the like are numbered',
    'names of properties',
    'gives the next number',
  ),
  entry(
    'embedded-children',
    'an array of a record shows the records below it',
    'the component of its elements',
    'puts them there, changes them and takes them away',
  ),
  entry('grow-only', 'a size never gets smaller', 'the words of the operation', 'refuses a smaller one'),
  entry(
    'keyed-number',
    'keys count within what the record stands in (SHOP-1, SHOP-2)',
    'examples',
    'gives the next one',
  ),
  entry(
    'line-totals',
    'lines have a quantity and a price',
    'names of properties',
    'fills in subtotal, tax, total and what is due',
  ),
  entry('message-recipients', 'a message has those whom it names as recipients', 'names of properties', 'lists them'),
  entry(
    'parent-snapshot',
    'a record shows some of the records that it is made under',
    'objects and names that repeat a parent',
    'copies them from the parent',
  ),
  entry(
    'partial-amounts',
    "a refund, capture or payment takes a part of another record's amount",
    'names of types, verbs and amounts',
    'refuses more than is left, and keeps count',
  ),
  entry(
    'private-input',
    'what a record is made with is shown only by a read below it',
    'the request that makes it, and both answers',
    'keeps it beside the record',
  ),
  entry(
    'query-values',
    'parameters of the query say values of a new record',
    'their names',
    'takes them where the body says nothing',
  ),
  entry(
    'restricted-delete',
    'what is below a record must be gone before it',
    'the words of the operation and its errors',
    'refuses to delete the record while some is there',
  ),
  entry(
    'source-reference',
    'a path names what a record is made from',
    'names of types and of the parameter',
    'shows it in the property of that name',
  ),
  entry(
    'state-guard',
    'an operation is refused in some states',
    'the words of the operation and its errors',
    'refuses it in those',
  ),
  entry(
    'state-machine',
    'a verb leads a record to a state',
    'the verb, and the states that there are',
    'refuses what is done already, and what comes too late',
  ),
  entry(
    'stated-lifecycle',
    'changes of state are stated',
    'x-tool-lifecycle',
    'begins a record in the state that fits what is sent',
  ),
  entry(
    'unique-keys',
    'no two records have the same value of a property',
    'the words of a declared conflict or of the property, and keys that records are found by',
    'refuses the second one',
  ),
]

export const behaviourNames: readonly string[] = catalogue.map(({ name }) => name)
