/** An exchange in the form of a recording, as it was: for evidence that is never written. */
import type { Exchange } from './exchange.ts'
import type { Observation, ReadMessage } from './observation.ts'
import type { RecordedMessage, Recording } from './recording.ts'

/** `kept` is what a capture says of it that was made of recordings: then values are stand-ins. */
export function unredactedRecording(observation: Observation, kept?: Exchange['kept']): Recording {
  const { upstream, at, method, path, query, status, ending, request, response } = observation
  return {
    v: 1,
    id: 'rec_0000000000000000',
    upstream,
    at: new Date(at).toISOString(),
    duration_ms: 0,
    method,
    path,
    query,
    status,
    ending,
    request: messageOf(request),
    response: messageOf(response),
    choices: kept === undefined ? 'all' : kept.choices,
  }
}

function messageOf({ fields, media, json, form, truncated, omitted }: ReadMessage): RecordedMessage {
  return {
    fields,
    media: media ?? null,
    body: json !== undefined ? json.value : form === undefined ? null : Object.fromEntries(form),
    length: 0,
    truncated,
    ...(omitted === undefined ? {} : { omitted }),
  }
}
