/** Values for parameters of paths as providers write them: by the schema's example, enum or format, else by the parameter's name. */

const NAMES =
  'alice bob carol dave erin frank grace heidi ivan judy mallory niaj olivia peggy rupert sybil trent victor walter zoe amara bjorn chen diego elif farid gita hana igor jana'.split(
    ' ',
  )
const THINGS =
  'amber basalt cobalt dune ember fjord glacier harbor indigo juniper kestrel lagoon meadow nimbus onyx prairie quartz raven sierra tundra umber violet willow xenon yarrow zephyr'.split(
    ' ',
  )
const ALNUM = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const CODES = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'SEK', 'NOK', 'AUD', 'CAD', 'PLN']

/** One style of ids for one provider, as most have. */
export function sampleValues(next) {
  const pick = (list) => list[Math.floor(next() * list.length)]
  const draw = (alphabet, length) =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(next() * alphabet.length))).join('')
  const hex = (length) => draw('0123456789abcdef', length)
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
  const number = () => String(1 + Math.floor(next() * 10 ** pick([3, 5, 7])))
  const slug = () => `${pick(THINGS)}-${pick(THINGS)}`
  const date = () => `20${10 + Math.floor(next() * 15)}-0${1 + Math.floor(next() * 9)}-1${Math.floor(next() * 10)}`
  const prefixed = (name) =>
    `${name.replace(/_?id$/i, '').replace(/\W/g, '').slice(0, 3).toLowerCase() || 'obj'}_${draw(ALNUM, 16)}`
  const styles = [
    uuid,
    number,
    prefixed,
    () => hex(24),
    () => draw('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 26),
    () => draw(ALNUM, 12),
  ]
  const style = pick(styles)

  /** As an example looks: its letters and digits by others of their sort, what divides them stays. */
  const like = (example) =>
    /\d/.test(example)
      ? example
          .replace(/(?<=^[a-z]{2,5})_[A-Za-z0-9]+$/, (tail) => `_${draw(ALNUM, tail.length - 1)}`)
          .replace(/\d/g, () => String(Math.floor(next() * 10)))
      : undefined

  function valueFor(name, schema) {
    const { type, format, example, enum: choices } = typeof schema === 'object' && schema !== null ? schema : {}
    if (Array.isArray(choices) && choices.length > 0) return String(pick(choices))
    if (type === 'integer' || type === 'number') return number()
    if (format === 'uuid') return uuid()
    if (format === 'date') return date()
    if (format === 'date-time') return `${date()}T10:20:30Z`
    if (typeof example === 'number') return number()
    const alike = typeof example === 'string' && example.length < 60 ? like(example) : undefined
    if (alike !== undefined) return alike
    return byName(name)
  }

  function byName(name) {
    const lower = name.toLowerCase()
    if (/date|month|day/.test(lower)) return date()
    if (/currency/.test(lower)) return pick(CODES)
    if (/country/.test(lower)) return pick(['US', 'DE', 'FR', 'JP', 'BR', 'IN', 'SE'])
    if (/email/.test(lower)) return `${pick(NAMES)}@example.com`
    if (/user_?name|login|owner|author|username|handle/.test(lower)) return pick(NAMES)
    if (/(^|_|-)ip$|ip_?address/.test(lower)) return `10.${Math.floor(next() * 200)}.3.${Math.floor(next() * 200)}`
    if (/version|tag|ref/.test(lower))
      return `${Math.floor(next() * 9)}.${Math.floor(next() * 20)}.${Math.floor(next() * 9)}`
    if (/path|file/.test(lower)) return `${pick(THINGS)}.txt`
    if (/domain|host/.test(lower)) return `${pick(THINGS)}.example.com`
    if (/^(id|.*[_-]id|.*id|uuid|guid|.*number|sid|key|.*_?token|hash|digest)$/.test(lower)) return style(name)
    if (/name|slug|title|key|label|type|repo|project|namespace|service|topic|category/.test(lower))
      return pick([slug, slug, () => pick(THINGS), () => `${slug()}-${Math.floor(next() * 90)}`])()
    return style(name)
  }

  return {
    pathOf(operation) {
      const path = operation.path.replace(/[?#].*$/, '')
      return path.replace(/\{([^}]*)\}/g, (_, name) => {
        const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name)
        return encodeURIComponent(
          valueFor(
            name.replace(/[+*]/g, ''),
            parameter?.schema && {
              ...parameter.schema,
              example: parameter.example ?? parameter.schema.example ?? parameter.schema.examples?.[0],
            },
          ),
        )
      })
    },
  }
}
