/** An exchange in the form of a recording, as it was: for evidence that is never written. */
import type { Observation, ReadMessage } from './observation.ts'
import type { RecordedMessage, Recording } from './recording.ts'

export function unredactedRecording(observation: Observation): Recording {
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
