/** How the inputs of lists are called, and what is said of them. */

/** Any of the names, also as a member of an object (`page[size]`) and behind the marks and words of paging (`$`, `_`, `paginate_`). */
function inputCalled(...names: readonly string[]): RegExp {
  return new RegExp(`^(.*[.[]|[$_]|pagin(g|ate|ation)_?)?(${names.join('|')})\\]?$`, 'i')
}

/** What is said of the size of a page, by whatever name it is asked for. */
export const SAYS_SIZE: RegExp =
  /\b(number|amount|count) of [\w-]+( [\w-]+)? (to (return|retrieve|fetch|show|list|get|include|read)|(to be )?(returned|shown|displayed|listed)|per page|(on|in) (a|each|the|every) (page|response))\b|\bpage size\b|\b(results|items|records|entries|rows) per page\b|\bsize of (a|each|the) page\b/i

/** The names of inputs that say how many records there are on a page, those that can mean nothing else first. */
export const SIZES: readonly RegExp[] = [
  inputCalled(
    'limit',
    '(results_?|items_?|hits_?|records_?|rows_?)?per_?page',
    '(page|batch|chunk)_?(size|limit|len|length)',
    'max_?(results?|items|records|rows|entries|count|page_?size)',
    'page_?count',
    '(num|number)_?(of_?)?(results|records|items|rows|entries)',
    '(results?|records?|items?|rows?)_?(count|limit|size)',
    '(results|records|items|rows)_?number',
    '(take|return)_?count',
    'number_?to_?(read|return|fetch)',
    '.*\\[size',
  ),
  inputCalled('count', 'size', 'take', 'top', 'first', 'rows', 'num', 'number', 'max', 'rpp'),
]

/** Names of inputs that say how many records to pass over. */
export const OFFSET: RegExp = inputCalled(
  '(page_?|record_?|result_?|item_?)?offset',
  'skip(_?(count|records|items|rows|results))?',
  'start(_?(index|at|position|row|record|item|from|offset))?',
  'page_?start',
  'first_?(result|row|record|item|index)',
  'from(_?(index|row|record))?',
  'begin',
  'record_?index',
  'limit_?start',
)

/** Names of inputs that say which page is wanted. */
export const PAGE: RegExp = inputCalled(
  'page(_?(number|no|nr|num|index|id))?',
  'current_?page(_?(number|index))?',
  'skip_?pages?',
  'pg',
  'p',
)

/** Names of inputs that take a token. */
export const TOKEN: RegExp = inputCalled(
  '(page|next|next_?page|pagination|paging|sync|batch|starting|skip|continuation|continue|search)_?token',
  '((page|next|next_?page|start|after|end|search)_?)?cursor',
  'continuation',
  'continue(_?from)?',
  'iterator',
  'bookmark',
  'scroll_?id',
  '(exclusive_?start|start|next|last_?evaluated)_?key',
  '(next_?)?marker',
  '(next_?)?(page|search)_?pointer',
  'next_?page_?id',
  'pagination_?id',
  'search_?after',
  'position',
  '_token',
)

/** What is said of a place that only the answer before tells. */
export const OPAQUE: RegExp =
  /\b(token|cursor|opaque)\b|\b(previous|last|preceding) (page|request|response|call|query|answer)\b/i
