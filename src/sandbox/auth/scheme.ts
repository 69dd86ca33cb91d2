import type { ApiHead, SecurityScheme } from '../../api/description.ts'
import type { Matched } from '../exchange.ts'

/** Answers whether a request carries this sandbox's credential in the way one kind of security scheme asks. */
export interface SchemeKind {
  readonly type: SecurityScheme['type']
  /** The credentials that the request carries for the scheme; [] when it carries none. */
  credentials(matched: Matched, scheme: SecurityScheme): readonly string[]
}

/** The scheme that a requirement names; undefined where none is declared under that name. */
export function schemeNamed(
  { securitySchemes }: Pick<ApiHead, 'securitySchemes'>,
  name: string,
): SecurityScheme | undefined {
  return Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined
}
