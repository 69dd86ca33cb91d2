/** Whether credentials that sufficed still do. */
import type { Contract, Operation, Requirement, Scheme } from '../contract/contract.ts'
import { EVERYWHERE, type Ledger } from './ledger.ts'
import type { Context } from './schema-changes.ts'

type Schemes = ReadonlyMap<string, Scheme>

/** What to show, as text, to the scopes it needs. */
type Shown = ReadonlyMap<string, ReadonlySet<string>>

interface Alternative {
  readonly shown: Shown
  readonly names: string
}

export interface Both {
  readonly before: Schemes
  readonly after: Schemes
}

export function compareSecurity({ ledger, place }: Context, before: Operation, after: Operation, schemes: Both): void {
  const was = alternativesOf(before.security, schemes.before)
  const is = alternativesOf(after.security, schemes.after)
  const isOpen = (list: readonly Alternative[]): boolean =>
    list.length === 0 || list.some(({ shown }) => shown.size === 0)
  const tell = (rule: string, said: object): void => ledger.tell(rule, place, 'security', said)
  if (isOpen(was)) {
    if (!isOpen(is)) tell('security-added', { after: is.map(textOf).join(' or ') })
    return
  }
  if (isOpen(is)) {
    tell('security-removed', { before: was.map(textOf).join(' or ') })
    return
  }
  for (const alternative of was)
    if (!is.some((other) => suffices(alternative.shown, other.shown))) tellLost(tell, alternative, is)
  for (const other of is)
    if (!was.some((alternative) => hasSame(alternative, other)) && !was.some(({ names }) => names === other.names))
      tell('security-alternative-added', { after: textOf(other) })
  for (const alternative of was) tellDropped(tell, alternative, is)
}

function alternativesOf(security: readonly Requirement[], schemes: Schemes): readonly Alternative[] {
  return security.map((requirement) => ({
    names: [...requirement.keys()].sort().join(' and '),
    shown: new Map(
      [...requirement].map(([name, scopes]) => [schemes.get(name)?.signature ?? name, new Set(scopes)] as const),
    ),
  }))
}

/** True where who shows the one has shown the other. */
function suffices(shown: Shown, wanted: Shown): boolean {
  return [...wanted].every(([signature, scopes]) => {
    const own = shown.get(signature)
    return own !== undefined && [...scopes].every((scope) => own.has(scope))
  })
}

function hasSame({ shown }: Alternative, other: Alternative): boolean {
  return shown.size === other.shown.size && [...shown.keys()].every((signature) => other.shown.has(signature))
}

function textOf({ shown }: Alternative): string {
  return [...shown]
    .map(([signature, scopes]) => (scopes.size === 0 ? signature : `${signature} (${[...scopes].join(' ')})`))
    .join(' and ')
}

type Tell = (rule: string, said: object) => void

function tellLost(tell: Tell, alternative: Alternative, is: readonly Alternative[]): void {
  const like = is.find((other) => hasSame(alternative, other))
  const named = is.find(({ names }) => names === alternative.names)
  if (like !== undefined) {
    for (const [signature, scopes] of like.shown)
      for (const scope of scopes)
        if (alternative.shown.get(signature)?.has(scope) !== true) tell('security-scope-added', { after: scope })
  } else if (named !== undefined) tell('security-scheme-changed', { before: textOf(alternative), after: textOf(named) })
  else tell('security-alternative-removed', { before: textOf(alternative) })
}

function tellDropped(tell: Tell, alternative: Alternative, is: readonly Alternative[]): void {
  const like = is.filter((other) => hasSame(alternative, other))
  if (like.some(({ shown }) => suffices(shown, alternative.shown))) return
  const [other] = like
  for (const [signature, scopes] of other === undefined ? [] : alternative.shown)
    for (const scope of scopes)
      if (other?.shown.get(signature)?.has(scope) === false) tell('security-scope-removed', { before: scope })
}

/** What clients do to get a token. */
export function compareSchemes(ledger: Ledger, before: Contract, after: Contract): void {
  for (const [name, was] of before.schemes) {
    const is = after.schemes.get(name)
    if (is === undefined || is.signature !== was.signature) continue
    const tell = (rule: string, said: object): void => ledger.tell(rule, EVERYWHERE, `security.${name}`, said)
    if (was.discovery !== is.discovery) tell('oauth-url-changed', { before: was.discovery, after: is.discovery })
    compareFlows(tell, was, is)
  }
}

function compareFlows(tell: Tell, was: Scheme, is: Scheme): void {
  for (const [grant, flow] of was.flows) {
    const other = is.flows.get(grant)
    if (other === undefined) {
      tell('oauth-flow-removed', { before: grant })
      continue
    }
    for (const key of ['authorizationUrl', 'tokenUrl'] as const)
      if (flow[key] !== other[key]) tell('oauth-url-changed', { before: flow[key], after: other[key] })
    for (const scope of flow.scopes) if (!other.scopes.includes(scope)) tell('oauth-scope-removed', { before: scope })
    for (const scope of other.scopes) if (!flow.scopes.includes(scope)) tell('oauth-scope-added', { after: scope })
  }
  for (const grant of is.flows.keys()) if (!was.flows.has(grant)) tell('oauth-flow-added', { after: grant })
}
