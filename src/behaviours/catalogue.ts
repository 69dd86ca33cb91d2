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
    'records are actions on their parent',
    'type names, and verbs in the body',
    'applies the action to the parent',
  ),
  entry('arn', 'ids are Amazon Resource Names', 'ARNs in the description', 'generates ARNs from type and name'),
  entry(
    'card-details',
    'a card shows the last digits and the brand of its number',
    'property names (`last4`, `brand`)',
    'takes them from the card number that was sent',
  ),
  entry(
    'client-chosen-id',
    'clients may choose the key of a record',
    'the path, the schema and declared conflicts',
    'refuses a key that is taken, or replaces the record',
  ),
  entry(
    'composed-name',
    'examples combine names of a record in one string',
    'strings in examples that contain its names',
    'combines the names of the record',
  ),
  entry(
    'conditional-presence',
    'a property is present only in some states',
    'its description, which names a state',
    'leaves it out until then, and adds it then',
  ),
  entry(
    'counter-cache',
    'a number counts the records below, or is the total of the time that they log',
    'its name, type and description',
    'counts or adds up as records are added, changed and removed',
  ),
  entry(
    'creator-stamp',
    'a property names who created or last changed the record',
    'names such as author, owner and created_by_email',
    'shows the logged-in user, or the current user that /me, /user or /whoami returns',
  ),
  entry(
    'declared-default',
    'a property has a default',
    'declared defaults, and the description',
    'uses the default if nothing is sent',
  ),
  entry(
    'deletion-protection',
    'a flag protects a record from deletion',
    'its name or description',
    'refuses to delete the record while it is true',
  ),
  entry(
    'denormalised-field',
    'a record copies a value of another record',
    'property names (`payee_name` next to `payee_id`)',
    'copies the value, also when the id changes',
  ),
  entry(
    'derived-name',
    'a name is made from other names',
    'property names and their descriptions',
    'fills slugs and full names that were not sent',
  ),
  entry(
    'document-number',
    'invoices, orders and the like are numbered',
    'property names, and descriptions that say that numbers go on from the last',
    'assigns the next number',
  ),
  entry(
    'embedded-children',
    'an array of a record, or inside one of its objects, shows its children or records that show it',
    'the component of its elements',
    'adds, updates and removes elements with the records, and sums their amounts beside it',
  ),
  entry(
    'embedded-list-total',
    'a list inside a record has a total, or a flag says whether there is anything in it',
    'the list and its total or flag (`has_attachments`) next to each other',
    'sets the total of a new record, and the flag as the list is filled',
  ),
  entry(
    'expiry',
    'a request sets the lifetime of a record, or in how many days something is due',
    'names such as ttl, expires_in and days_until_due with their units, and terms such as NET_30',
    'sets the time of expiry, the due date or the end of the trial',
  ),
  entry('grow-only', 'a size can only grow', 'the description of the operation', 'refuses a smaller size'),
  entry(
    'initial-state',
    'new records begin in a certain state',
    'names, descriptions and order of the states',
    'sets this state',
  ),
  entry(
    'initial-value',
    'counters, balances and later events begin empty',
    'names, descriptions and declared defaults',
    'ignores what examples show',
  ),
  entry('keyed-number', 'keys count within a parent (SHOP-1, SHOP-2)', 'examples', 'assigns the next one'),
  entry(
    'line-totals',
    'lines have a quantity and a price',
    'property names',
    'calculates subtotal, tax, discount, total and amount due, unless a client sets them',
  ),
  entry(
    'membership-in-body',
    'a request adds existing records to another record',
    'arrays of records or strings named after a type',
    'adds them as members',
  ),
  entry('message-recipients', 'recipients belong to a message', 'property names', 'lists them'),
  entry(
    'model-reply',
    'an answer holds the reply of a language model',
    'prompts and messages in the request, and the places of replies (`choices`, `output`, `content`)',
    'replies to the prompt, counts the tokens and completes the record',
  ),
  entry(
    'nested-create',
    'parts of a request, or what a record results in, become separate records',
    'a create operation for the same parts, and words (`the latest charge created by this payment`)',
    'creates these records, the latter when the record succeeds',
  ),
  entry(
    'nested-input',
    'a request has flat values that a record nests',
    'the same name inside one of its objects',
    'stores them in that object',
  ),
  entry(
    'observed-status',
    'the status of a record follows from its spec',
    'numbers of the same name in spec and status, and the generation',
    'fills in these numbers of the status, as if everything were ready by the next request',
  ),
  entry(
    'optimistic-concurrency',
    'a request may name the version that it changes',
    'HTTP, and version numbers',
    'refuses outdated versions with 412 or 409',
  ),
  entry(
    'parent-by-other-key',
    'a request may name a parent by another key',
    'forms of the name of the linking property',
    'links to the parent with that key',
  ),
  entry(
    'parent-snapshot',
    'a record shows values of its parents, and of records that its request names',
    'objects and names that repeat a parent or a record of another type',
    'copies them from the parent, or from the record whose id is sent, as that is after the create',
  ),
  entry(
    'partial-amounts',
    "a refund, capture or payment takes part of another record's amount",
    'type names, verbs and amounts',
    'refuses more than is left, keeps count, and tells when all was taken (`fully_paid_on`)',
  ),
  entry(
    'private-input',
    'a create takes values that only a read below the record shows',
    'the request of the create, and both answers',
    'stores it with the record',
  ),
  entry(
    'query-values',
    'query parameters set values of a new record',
    'their names',
    'uses them if the body has no value',
  ),
  entry(
    'restricted-delete',
    'a record can be deleted only when it is empty',
    'the description of the operation and its errors',
    'refuses to delete it while records are below it',
  ),
  entry(
    'secondary-identifier',
    'identifiers other than the id are unique, and so are those of elements of its lists',
    'property names, formats and words',
    'generates them',
  ),
  entry('self-link', 'a record shows its own address', 'addresses in examples', 'uses the address of the record'),
  entry(
    'source-reference',
    'a path names the source of a new record',
    'type names and parameter names',
    'shows the source in the property of that name',
  ),
  entry(
    'state-guard',
    'an operation is refused in some states',
    'the description of the operation and its errors',
    'refuses it in these states',
  ),
  entry(
    'state-machine',
    'a verb leads to a state',
    'the verb, and the possible states',
    'refuses what is already done or too late',
  ),
  entry(
    'state-timestamp',
    'a time belongs to a state or flag',
    'property names (`closed_at` of closed)',
    'sets it with the state, and clears it afterwards',
  ),
  entry(
    'stated-lifecycle',
    'changes of state are stated',
    'x-tool-lifecycle',
    'begins in the state that fits the request',
  ),
  entry('tags', 'tags of a create are listed by separate operations', 'those operations', 'stores the tags'),
  entry(
    'timestamp',
    'a property is the time of creation or last change',
    'property names',
    'sets it from the clock of the sandbox, in the form of the example, and once more as a text',
  ),
  entry(
    'unique-keys',
    'a property has unique values',
    'descriptions of conflicts and properties, and keys in paths',
    'refuses a value that is taken',
  ),
  entry(
    'unset-reference',
    'a reference is empty unless it is sent',
    'type names',
    'sets it to null, or to an empty array',
  ),
]

export const behaviourNames: readonly string[] = catalogue.map(({ name }) => name)
