/** The place of an answer that shows a token: what may stand there. */
import { generate } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { diceFor } from '../../support/dice.ts'
import { at, textOf } from '../../support/json.ts'
import { saysJwt } from '../../support/jwt.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'
import type { TokenPlace } from './tokens.ts'

interface Shown {
  readonly isJwt: boolean
  readonly head?: string | undefined
  readonly schemas: readonly Schema[]
}

/** Where the answer shows its token. */
export function tokenPlaceOf({ compiled, runtime, sandbox, resources }: Call): TokenPlace {
  const { isJwt, schemas, head } = shownIn(compiled, runtime)
  const accepts = (text: string): boolean => schemas.every((schema) => runtime.accepts(schema, text))
  const made = (number: number): string =>
    textOf(
      generate(formOf(schemas[0], runtime), {
        ...runtime.generating,
        dice: diceFor(sandbox.settings.seed).of('tokens'),
        key: `form/${number}`,
        name: 'token',
        now: resources.clock.now(),
        sources: [],
        fill: 'required',
      }),
    )
  return {
    isJwt,
    ...(head !== undefined && { head }),
    accepts,
    made,
  }
}

/** What the schema says of the form: a token is none of its examples. */
function formOf(schema: Schema | undefined, { view }: Runtime): Schema {
  const { keywords } = view(schema)
  const said = FORM.filter((word) => keywords[word] !== undefined)
  return { type: 'string', ...Object.fromEntries(said.map((word) => [word, keywords[word]])) }
}

const FORM = ['format', 'pattern', 'minLength', 'maxLength']

const shownIn = oncePer(({ operation, success }: CompiledOperation, { view }: Runtime): Shown => {
  const place = operation.plan.session?.token
  const content = success.response?.content ?? {}
  const medias = place === undefined ? [] : success.mediaTypes
  const schemas = medias.flatMap((media): readonly Schema[] => {
    const schema = schemaAt(view, content[media]?.schema, place ?? [])
    return schema === undefined ? [] : [schema]
  })
  const shown = [
    ...medias.flatMap((media) => Object.values(content[media]?.examples ?? {}).map((one) => at(one, place ?? []))),
    ...schemas.map((schema) => view(schema).keywords['example']),
  ]
  const head = shown.map((one) => HEAD.exec(textOf(one))?.[0]).find((one) => one !== undefined)
  return { schemas, head, isJwt: schemas.some((schema) => showsJwt(place?.at(-1) ?? '', view(schema).keywords)) }
})

/** How a key of a kind begins (`sk_live_`, `SG.`, `re_`), where it goes on at random or masked. */
const HEAD =
  /^(?!your|my|the|some|example|at_|rt_)[A-Za-z]{2,8}[_.-](?:(?:live|test|prod|dev|sandbox|secret)[_.-])?(?=\S*(?:x{4}|\d|\.{3}|…|\*{3}))/i

/** It says that it is a JSON Web Token, or shows one. */
function showsJwt(name: string, keywords: Readonly<Record<string, unknown>>): boolean {
  const { description, example, examples } = keywords
  const shown = [example, ...(Array.isArray(examples) ? examples : [])].map(textOf)
  return /^jwt$/i.test(name) || saysJwt(description) || shown.some((one) => JWT.test(one))
}

const JWT = /^eyJ[\w-]+\.[\w-]+\.|^jwt\.token\b/
