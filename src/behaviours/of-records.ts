/** What the records of a type hold that nobody said, whichever request makes or changes them: behaviours whose code stands in `sandbox/state`. */
import type { ResourcePlan } from '../api/plan.ts'
import { heldIn } from '../derive/schemas/held-lists.ts'
import type { Behaviour, Hooks } from '../sandbox/behaviour.ts'
import type { Runtime } from '../sandbox/runtime.ts'
import { addressPartsOf, withAddressParts } from '../sandbox/state/address-parts.ts'
import { approvedAmounts, withApproved } from '../sandbox/state/amounts-later.ts'
import { showsCardDigits, withCardDetails } from '../sandbox/state/card-details.ts'
import { showsCards, withUnexpiredCards } from '../sandbox/state/card-expiry.ts'
import { composed, isComposed } from '../sandbox/state/composed.ts'
import { repeatedOf, withSentTexts } from '../sandbox/state/composed-of-sent.ts'
import { withConditions, withoutWhatIsToCome } from '../sandbox/state/conditional.ts'
import { contextsOf, withContext } from '../sandbox/state/context-of-parent.ts'
import { dueDates, dueDatesOf, withDueDates } from '../sandbox/state/due-dates.ts'
import { numberedLists, withElementIds } from '../sandbox/state/element-ids.ts'
import { flagListsOf, withFlagWords } from '../sandbox/state/flag-words.ts'
import { handedOut, valuesHandedOut } from '../sandbox/state/handed-out.ts'
import { withHeldLists } from '../sandbox/state/held-lists.ts'
import { identifierNames, identifiersOf } from '../sandbox/state/identifiers.ts'
import { endOf, endsOf } from '../sandbox/state/lasting.ts'
import { listFlagsOf, withListFlags, withListFlagsKept } from '../sandbox/state/list-flags.ts'
import { merge, NO_VALUES } from '../sandbox/state/merge.ts'
import { holdsReply, withReply } from '../sandbox/state/model-answer.ts'
import { movedTimesOf, withMovedTimes } from '../sandbox/state/moved-times.ts'
import { besideOf, withNamesBeside } from '../sandbox/state/names-beside.ts'
import type { Birth } from '../sandbox/state/new-record.ts'
import { newTimesOf, withNewTimes } from '../sandbox/state/new-times.ts'
import { beginningAmong, type Newborn, newbornOf, timeOfState } from '../sandbox/state/newborn.ts'
import { asSeenBefore, observedIn, withObserved } from '../sandbox/state/observed-status.ts'
import { addressesOf, withOwnAddress } from '../sandbox/state/own-address.ts'
import { secretsOf, withOwnSecrets } from '../sandbox/state/own-secrets.ts'
import { withAt } from '../sandbox/state/place.ts'
import { relatedOf, withRelated } from '../sandbox/state/related-ids.ts'
import { withParentsSaid } from '../sandbox/state/said-otherwise.ts'
import { samplesOf } from '../sandbox/state/samples.ts'
import { settle } from '../sandbox/state/settle.ts'
import { lifetimeOfLinks, withLivingLinks } from '../sandbox/state/signed-links.ts'
import { flagged, hasLater, withoutLater } from '../sandbox/state/status-flags.ts'
import { timeTwins, withTimeTwins } from '../sandbox/state/time-twins.ts'
import { timesFor } from '../sandbox/state/times.ts'
import { unlisted, unnamed } from '../sandbox/state/unnamed.ts'
import { at, type JsonObject } from '../support/json.ts'

/** Values of records that are made now: others began some time ago. */
const ifNew =
  (begins: (birth: Birth) => JsonObject): NonNullable<Hooks['begin']> =>
  (birth) =>
    birth.isNew ? begins(birth) : NO_VALUES

/** References that may be null, and lists of them, name nothing that nobody named. */
export const unsetReferences: Behaviour = {
  name: 'unset-reference',
  ofResource(plan, runtime) {
    const [ids, lists] = [unnamed(plan, runtime), unlisted(plan, runtime)]
    const own = { ...ids, ...lists }
    if (Object.keys(own).length === 0) return undefined
    return { begin: ({ refers, isNew }) => (refers ? (isNew ? own : ids) : NO_VALUES) }
  },
}

/** `expires_at` follows from how long the request says that the record lasts, `due_date` from the days until then. */
export const expiry: Behaviour = {
  name: 'expiry',
  ofResource(plan, runtime) {
    const cards = showsCards(plan, runtime)
    if (endsOf(plan, runtime) === undefined && dueDatesOf(plan, runtime).length === 0 && !cards) return undefined
    return {
      begin: ifNew(({ sent, now }) => merge(endOf(plan, sent, now, runtime), dueDates(plan, sent, now, runtime))),
      compose(birth, value) {
        if (!birth.isNew) return value
        const due = withDueDates(value, birth, runtime)
        return cards ? withUnexpiredCards(due, birth) : due
      },
    }
  },
}

/** A record begins in the first of its states, with the flags that go with it. */
export const initialState: Behaviour = {
  name: 'initial-state',
  ofResource(plan, runtime) {
    const { place, initial } = plan.status ?? {}
    if (place === undefined || initial === undefined) return undefined
    const begins = flagged(plan, withAt({}, place, initial), initial, runtime)
    return {
      begin: ({ sent }) => (at(sent, place) === undefined ? begins : NO_VALUES),
      ...(hasLater(plan, runtime) && {
        compose: ({ sent, isNew }, value) => (isNew ? withoutLater(plan, value, sent, runtime) : value),
      }),
    }
  },
}

/** Identifiers beside the id, and secrets, are never the same twice; those of the record's own kin are theirs. */
export const secondaryIdentifiers: Behaviour = {
  name: 'secondary-identifier',
  ofResource(plan, runtime) {
    const isIdentified = identifierNames(plan, runtime).length > 0
    const secrets = secretsOf(plan, runtime)
    const hands = handedOut(plan, runtime).length > 0
    const related = relatedOf(plan, runtime)
    const lists = numberedLists(plan, runtime)
    const composes = secrets.length + related.length + lists.length > 0
    if (!isIdentified && !hands && !composes) return undefined
    return {
      ...((isIdentified || hands) && {
        begin: (birth) =>
          merge(
            identifiersOf(plan, birth.key, runtime, birth.resources.dice),
            birth.isNew ? valuesHandedOut(birth) : NO_VALUES,
          ),
      }),
      ...(composes && {
        compose(birth, value) {
          const { sent, key, resources, fits } = birth
          const { dice } = resources
          const numbered = birth.isNew ? withElementIds(lists, value, { plan, key, sent, runtime, dice }) : value
          const whole = related.length === 0 ? numbered : withRelated(birth, numbered, related)
          const how = { dice, key, fits, accepts: runtime.accepts }
          return secrets.length === 0 ? whole : withOwnSecrets(whole, sent, secrets, how)
        },
      }),
      ...(lists.length > 0 && {
        maintain: ({ record, sent, resources: { dice } }, value) =>
          withElementIds(lists, value, { plan, key: record.key, sent: sent(), runtime, dice }),
      }),
    }
  },
}

/** The times at which a record was made and last changed. */
export const timestamps: Behaviour = {
  name: 'timestamp',
  ofResource(plan, runtime) {
    const begins = Object.keys(timesFor(plan.schema, 0, runtime.view)).length > 0
    const times = newTimesOf(plan, runtime)
    const [sample] = samplesOf(plan, runtime).single
    const moving = movedTimesOf(plan, runtime)
    const lifetime = lifetimeOfLinks(plan, runtime)
    const twins = timeTwins(plan, runtime)
    const composes = times.length + twins.length > 0 || moving !== undefined || lifetime !== undefined
    if (!begins && !composes) return undefined
    const fits = (value: JsonObject): boolean => runtime.accepts(plan.schema, value)
    return {
      ...(begins && { begin: ({ now }) => timesFor(plan.schema, now, runtime.view, sample) }),
      ...(composes && {
        compose({ sent, isNew, isFree, now, id }, old) {
          const value =
            lifetime === undefined || isFree ? old : withLivingLinks(old, { plan, id, sent, now }, lifetime, runtime)
          const moved =
            moving === undefined || isFree ? value : withMovedTimes(moving, value, sent, now, runtime.accepts)
          return isNew ? withTimeTwins(twins, withNewTimes(times, moved, sent, now), sent, fits) : moved
        },
      }),
      ...(twins.length > 0 && { maintain: ({ sent }, value) => withTimeTwins(twins, value, sent(), fits) }),
    }
  },
}

/** Counters, balances and what has not happened begin as they do for a new record, whatever examples show. */
export const initialValues: Behaviour = {
  name: 'initial-value',
  ofResource(plan, runtime) {
    const newborn = newbornOf(plan, runtime)
    const lists = flagListsOf(plan, runtime)
    const isApproved = approvedAmounts(plan, runtime).length > 0
    if (lists.length === 0 && !isApproved && isAsShown(newborn, samplesOf(plan, runtime).single[0])) return undefined
    return {
      newborn,
      begin: ifNew(({ sent, isFree }) => (isFree ? beginningAmong(plan, sent, newborn, runtime) : newborn.values)),
      ...((lists.length > 0 || isApproved) && {
        compose(birth, value) {
          if (!birth.isNew) return value
          return withApproved(birth, withFlagWords(lists, value, birth.sent, birth.fits), runtime)
        },
      }),
    }
  },
}

/** A parent that the request names by another of its keys is the one that the linking property names. */
export const parentByOtherKey: Behaviour = {
  name: 'parent-by-other-key',
  ofResource: (plan) => (plan.links.length === 0 ? undefined : { compose: withParentsSaid }),
}

/** Texts that examples compose of the names of a record are composed of its own. */
export const composedNames: Behaviour = {
  name: 'composed-name',
  ofResource(plan, runtime) {
    const [isOwn, repeatsSent] = [isComposed(plan, runtime), repeatedOf(plan, runtime).length > 0]
    const hasParts = addressPartsOf(plan, runtime).length > 0
    if (!isOwn && !repeatsSent && !hasParts) return undefined
    return {
      compose({ sent, isNew }, old) {
        const value = hasParts && isNew ? withAddressParts(plan, old, sent, runtime) : old
        const told = repeatsSent && isNew ? withSentTexts(plan, value, sent, runtime) : value
        return isOwn ? composed(plan, told, sent, runtime) : told
      },
    }
  },
}

/** The address that a record says of itself is its own. */
export const selfLinks: Behaviour = {
  name: 'self-link',
  ofResource: (plan, runtime) =>
    addressesOf(plan, runtime).length === 0
      ? undefined
      : { compose: ({ sent, id, links }, value) => withOwnAddress(plan, value, sent, { id, links }, runtime) },
}

/** What a request says flat stands where the record has a place for it, deeper inside. */
export const nestedInput: Behaviour = {
  name: 'nested-input',
  ofResource: (plan, runtime) =>
    holdsObjects(plan, runtime) ? { compose: ({ sent, fits }, value) => settle(sent, value, fits) } : undefined,
}

/** What words say is there only at times comes and goes with them. */
export const conditionalPresence: Behaviour = {
  name: 'conditional-presence',
  ofResource(plan, runtime) {
    const { conditions } = newbornOf(plan, runtime)
    if (conditions.length === 0) return undefined
    return {
      compose: (birth, value) => (birth.isNew && birth.refers ? withoutWhatIsToCome(birth, value, conditions) : value),
      maintain: (rewriting, value) => withConditions(rewriting, value, conditions),
    }
  },
}

/** Lists inside a new record say how many they list, and flags beside lists whether they list any. */
export const embeddedListTotals: Behaviour = {
  name: 'embedded-list-total',
  ofResource(plan, runtime) {
    const flags = listFlagsOf(plan, runtime)
    const counts = heldIn(plan, runtime).length > 0
    if (!counts && flags.length === 0) return undefined
    return {
      compose(birth, value) {
        const { sent, isNew, refers } = birth
        const counted = counts && isNew && refers ? withHeldLists(plan, value, sent, runtime) : value
        return withListFlags(flags, counted, sent, birth)
      },
      ...(flags.length > 0 && {
        maintain: ({ record, sent }, value) =>
          withListFlagsKept(flags, record.value, value, sent(), (one) => runtime.accepts(plan.schema, one)),
      }),
    }
  },
}

/** The status of a record is what its spec leads to, from the next request on. */
export const observedStatus: Behaviour = {
  name: 'observed-status',
  ofResource(plan, runtime) {
    const observed = observedIn(plan, runtime)
    const fits = (value: JsonObject): boolean => runtime.accepts(plan.schema, value)
    return observed.length === 0
      ? undefined
      : {
          compose: ({ sent, isNew }, value) => (isNew ? withObserved(value, sent, observed, fits) : value),
          maintain: ({ sent, record }, value) => withObserved(value, sent(), observed, fits, record.value),
          show: (deed, value) =>
            asSeenBefore(value, deed.input, observed, fits, deed.does === 'change' ? deed.record.value : undefined),
        }
  },
}

/** A card shows the last digits and the brand of the number that was sent. */
export const cardDetails: Behaviour = {
  name: 'card-details',
  ofResource: (plan, runtime) =>
    showsCardDigits(plan, runtime)
      ? {
          compose: ({ sent, isNew }, value) => (isNew ? withCardDetails(value, sent, plan, runtime) : value),
          maintain: ({ sent }, value) => withCardDetails(value, sent(), plan, runtime),
        }
      : undefined,
}

/** What a language model answered refers to what it was asked, and the record is done. */
export const modelReply: Behaviour = {
  name: 'model-reply',
  ofResource: (plan, runtime) =>
    holdsReply(plan, runtime)
      ? { compose: (birth, value) => (birth.isNew ? withReply(birth, value) : value) }
      : undefined,
}

/** What a record shows of another beside its id is what the other says. */
export const denormalisedFields: Behaviour = {
  name: 'denormalised-field',
  ofResource: (plan, runtime) =>
    besideOf(plan, runtime).length + contextsOf(plan, runtime).length === 0
      ? undefined
      : {
          compose(birth, value) {
            const { sent, links, resources, isNew, refers } = birth
            if (!isNew || !refers) return value
            return withNamesBeside(plan, withContext(birth, value), { sent: () => sent, links }, resources, runtime)
          },
          maintain({ record, sent, resources }, value) {
            const madeUp = () => resources.madeUp(plan, record)
            const told = { sent, links: record.links, before: record.value, madeUp }
            return withNamesBeside(plan, value, told, resources, runtime)
          },
        },
}

/** Times that are named after the state that a record begins in. */
export const timeOfInitialState: NonNullable<Behaviour['ofResource']> = (plan, runtime) => {
  const newborn = newbornOf(plan, runtime)
  if (plan.status === undefined || newborn.times.size === 0) return undefined
  return { begin: ifNew(({ sent, now }) => timeOfState(plan, sent, now, newborn)) }
}

/** A new record is as the example shows one. */
function isAsShown(newborn: Newborn, shown: JsonObject = NO_VALUES): boolean {
  const { values, unset, unsaid, sample = NO_VALUES, dependsOnRequest } = newborn
  const isWhole = Object.keys(sample).length === Object.keys(shown).length && !dependsOnRequest
  return isWhole && unset.size === 0 && unsaid === undefined && Object.keys(values).length === 0
}

/** Some property holds an object, or may hold anything. */
function holdsObjects({ schema }: ResourcePlan, { view }: Runtime): boolean {
  const { properties, variants } = view(schema)
  if (properties.size === 0 || variants.length > 0) return true
  return [...properties.values()].some((property) => {
    const { types } = view(property)
    return types.length === 0 || types.includes('object') || types.includes('array')
  })
}
