import { OFFSET, PAGE, TOKEN } from './names.ts'
import { inputNamed, isWhole, type ListContext, type ListStyle, type Settings } from './style.ts'

/** What is said of pages that begin with the first. */
const FROM_ONE = /\b(?:start(?:s|ing)? (?:at|from|with)|first) (?:page )?[`'"]?1\b|\b(?:one|1)[- ](?:based|indexed)/i

/** What is said of pages that begin with 0. */
const FROM_ZERO =
  /\b(?:zero|0)[- ](?:based|index(?:ed)?)|\b(?:start|begin|count|number|index)(?:s|ing|ed)? (?:at|from|with) (?:and defaults to )?[`'"]?(?:0|zero)\b|\bdefault(?:s|ed)?(?: (?:to|is|value(?: is)?|page(?: is)?))?:? [`'"]?0\b|\b(?:0|zero) (?:is|being|for|=) the first\b|\bfirst page (?:is|has|=)(?: (?:number|index))? [`'"]?(?:0|zero)\b/i

/** `number` beside `totalElements`: the page of Spring Data, whose first is 0. */
function countsFromZero(envelope: Settings): boolean {
  const last = (setting: string): string => String([envelope[setting]].flat().at(-1))
  return last('pageNumber') === 'number' && last('total') === 'totalElements'
}

/**
 * `page` (or `current_page`) and `per_page` of the envelope, beside the number of the next page: what answers tell so is
 * asked for so, also where no parameter is declared; the size then also as `limit`.
 */
export function toldByAnswer(context: ListContext): ReturnType<ListStyle['recognise']> {
  return toldByFields(context) ?? toldByEnvelope(context)
}

/** The same in fields of the answer's header: `X-Pagination-Page` beside `X-Pagination-Limit`. */
function toldByFields({ op, inputs, envelope }: ListContext): ReturnType<ListStyle['recognise']> {
  const { pageNumberHeader, pageSizeHeader, totalHeader, totalPagesHeader } = envelope
  if (op.method !== 'GET' || pageNumberHeader === undefined || typeof pageSizeHeader !== 'string') return undefined
  if (totalHeader === undefined && totalPagesHeader === undefined) return undefined
  if (inputs.some(({ name }) => PAGE.test(name) || OFFSET.test(name) || TOKEN.test(name))) return undefined
  const size = /page-size$/i.test(pageSizeHeader) ? 'page_size' : /limit$/i.test(pageSizeHeader) ? 'limit' : 'per_page'
  return {
    settings: { page: 'page', firstPage: 1, size, ...(size !== 'limit' && { orSize: 'limit' }) },
    why: `the fields ${String(pageNumberHeader)} and ${pageSizeHeader} are about pages`,
  }
}

function toldByEnvelope({ op, inputs, envelope }: ListContext): ReturnType<ListStyle['recognise']> {
  const { pageNumber, pageSize, nextPage, totalPages, total } = envelope
  if (op.method !== 'GET' || !Array.isArray(pageNumber) || !Array.isArray(pageSize)) return undefined
  const [number, size] = [pageNumber, pageSize].map((place) => String(place.at(-1)))
  const leadsOn = [nextPage, totalPages, total].some((place) => place !== undefined)
  if (number === undefined || size === undefined || !leadsOn || !/^(current_?)?page$/i.test(number)) return undefined
  if (inputs.some(({ name }) => PAGE.test(name) || name === size)) return undefined
  const isLimit = inputs.some(({ name }) => name === 'limit')
  return {
    settings: { page: number.replace(/^current_?p/i, 'p'), firstPage: 1, size, ...(!isLimit && { orSize: 'limit' }) },
    why: `the answer has ${number} and ${size}`,
  }
}

/** The request names the number of a page. */
export const page: ListStyle = {
  name: 'page',
  recognise({ inputs, envelope, reader }) {
    const given =
      inputs.find((i) => PAGE.test(i.name) && isWhole(i, reader)) ??
      ('nextToken' in envelope ? undefined : inputNamed(inputs, /^(paginate_?)?page(_?number)?$|^page\[number\]$/i))
    if (given === undefined) return undefined
    const { keywords } = reader.view(given.schema)
    const zero =
      countsFromZero(envelope) ||
      /skip/i.test(given.name) ||
      keywords['default'] === 0 ||
      (keywords['minimum'] === 0 && !FROM_ONE.test(given.description)) ||
      FROM_ZERO.test(given.description)
    const first = keywords['default'] === 1 ? 1 : zero ? 0 : 1
    const skip = inputs.find((i) => OFFSET.test(i.name) && i.in === given.in && isWhole(i, reader))
    return {
      settings: { page: given.name, firstPage: first, ...(skip !== undefined && { skip: skip.name }) },
      why: `${given.name} names the number of the page`,
    }
  },
}
