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
    'action-record',
    'records are actions on the record above them',
    'names of types, and verbs in the body',
    'does to the record above what the action says',
  ),
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
    'composed-name',
    'examples compose texts of the names of a record',
    'texts of examples that repeat its names',
    'composes them of its own names',
  ),
  entry(
    'conditional-presence',
    'a property is there only at times',
    'its words, which name a state',
    'leaves it out until then, and fills it then',
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
    'denormalised-field',
    'a record shows what another says beside its id',
    'names of properties (`payee_name` beside `payee_id`)',
    'copies it, and follows a change of the id',
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
  entry(
    'embedded-list-total',
    'a list inside a record says how many it lists',
    'the list and its total beside each other',
    'begins with what a new record lists',
  ),
  entry(
    'expiry',
    'a request says how long a record lasts',
    'names such as ttl and expires_in, and their units',
    'sets the time of the end',
  ),
  entry('grow-only', 'a size never gets smaller', 'the words of the operation', 'refuses a smaller one'),
  entry(
    'initial-state',
    'a record begins in a certain state',
    'the words and the order of its states',
    'puts a new record into it',
  ),
  entry(
    'initial-value',
    'counters, balances and what has not happened begin with nothing',
    'names, words and declared defaults',
    'leaves aside what examples show of them',
  ),
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
    'keeps subtotal, tax, total and what is due, but for what a client says',
  ),
  entry(
    'membership-in-body',
    'a request names records that stand under one another',
    'arrays of records or texts called after a type',
    'puts them under each other',
  ),
  entry('message-recipients', 'a message has those whom it names as recipients', 'names of properties', 'lists them'),
  entry(
    'nested-create',
    'parts of a request are records themselves',
    'a create of their own for the same parts',
    'makes them, too',
  ),
  entry(
    'nested-input',
    'a request says flat what a record holds deeper inside',
    'the same name inside one of its objects',
    'puts it there',
  ),
  entry(
    'optimistic-concurrency',
    'a request may name the version that it changes',
    'HTTP, and numbers of versions',
    'refuses another version with 412 or 409',
  ),
  entry(
    'parent-by-other-key',
    'a request may name a parent by another of its keys',
    'forms of the name of the linking property',
    'links to the parent that has the key',
  ),
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
    'refuses more than is left, and counts what becomes of each part',
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
    'secondary-identifier',
    'identifiers beside the id are never the same twice',
    'names of properties',
    'draws them',
  ),
  entry('self-link', 'a record says its own address', 'addresses in examples', 'writes its own'),
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
    'state-timestamp',
    'a time is that of a state or a flag',
    'names of properties (`closed_at` of closed)',
    'sets it when that comes, and clears it when that goes',
  ),
  entry(
    'stated-lifecycle',
    'changes of state are stated',
    'x-tool-lifecycle',
    'begins a record in the state that fits what is sent',
  ),
  entry('tags', 'tags that a create sends are listed by operations of their own', 'those operations', 'keeps them'),
  entry(
    'timestamp',
    'a property tells when a record was made or last changed',
    'names of properties',
    'sets it by the clock of the sandbox',
  ),
  entry(
    'unique-keys',
    'no two records have the same value of a property',
    'the words of a declared conflict or of the property, and keys that records are found by',
    'refuses the second one',
  ),
  entry(
    'unset-reference',
    'a reference names nothing that nobody named',
    'names of types',
    'is null, and a list of them is empty',
  ),
]

export const behaviourNames: readonly string[] = catalogue.map(({ name }) => name)
