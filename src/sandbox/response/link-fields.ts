/** Fields that hold addresses: Location and Link. */
import type { DeclaredAnswer } from '../operation/answers/declared-answers.ts'
import type { FieldContext } from './declared-fields.ts'

/**
 * Where to go: what the description shows; else, where something was made or begun, below the path of the request, and
 * for a redirect a made address.
 */
export function locationText(
  shown: unknown,
  made: () => unknown,
  { status }: DeclaredAnswer,
  context: FieldContext,
): unknown {
  if (shown !== undefined) return shown
  return status >= 300 && status !== 303 ? made() : (pathOf(context) ?? made())
}

/** Links that are shown. Those of a list would lead to pages that are not there: it names but itself, as what shows nothing does. */
export function linkText(shown: unknown, context: FieldContext): unknown {
  const { kind, list } = context.compiled.operation.plan
  if (shown !== undefined && kind !== 'list' && kind !== 'search' && list === undefined) return shown
  const path = pathOf(context)
  return path === undefined ? null : `<${path}>; rel="self"`
}

/** The path that was asked for, from the root of the server. */
function pathOf({ request, resources }: FieldContext): string | undefined {
  return request === undefined ? undefined : `/${resources.sandbox.settings.name}${request.path}`
}
