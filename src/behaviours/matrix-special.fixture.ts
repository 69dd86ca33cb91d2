/** Cells of entry points that have a description of their own: lists of words, lists of entries, trees, singletons. */
import {
  type Ask,
  array,
  bodyOf,
  flag,
  found,
  idOf,
  integer,
  listOf,
  made,
  merged,
  object,
  op,
  ownId,
  type Piece,
  ref,
  text,
} from './matrix.fixture.ts'

export interface Special {
  readonly piece: Piece
  /** What makes the difference: absent in the control. */
  readonly added: Piece
  readonly seen: (ask: Ask) => unknown
  readonly acts: unknown
}

const texts = array(text)
const repo = ref('Repo')
const topics: Piece = {
  paths: {
    '/repos': { post: made(repo, repo) },
    '/repos/{repo}': { get: op(repo) },
    '/repos/{repo}/topics': {
      get: op(object({ topics: texts })),
      put: op(undefined, object({ topics: texts })),
    },
    '/repos/{repo}/topics/{topic}': { put: op(undefined), delete: op(undefined) },
  },
  schemas: { Repo: object({ id: ownId, name: text }) },
}
const counted = (name: string, property: string): Piece => ({
  schemas: { [name]: object({ [property]: { ...integer, readOnly: true } }) },
})

const songs: Piece = {
  paths: {
    '/songs/{id}': { get: found(ref('Song')) },
    '/mixes': { post: made(ref('Mix'), ref('Mix')) },
    '/mixes/{mix_id}': { get: found(ref('Mix')) },
    '/mixes/{mix_id}/songs': {
      get: op(object({ items: array(ref('MixSong')), total: integer })),
      post: op(undefined, object({ uris: texts, position: integer })),
      delete: op(undefined, object({ songs: array(object({ uri: text })) })),
    },
  },
  schemas: {
    Song: object({ id: text, name: text, uri: text }),
    MixSong: object({ added_at: { type: 'string', format: 'date-time' }, song: ref('Song') }),
    Mix: object({ id: ownId, name: text }),
  },
}

const group = ref('Group')
const groups: Piece = {
  paths: {
    '/groups': { get: op(array(group)), post: made(group, group) },
    '/groups/{id}': { get: found(group) },
    '/groups/{id}/children': {
      post: merged(made(group, group), {
        responses: { 409: { description: 'A group with the same email already exists' } },
      }),
    },
  },
  schemas: { Group: object({ id: ownId, name: text, parent: text }) },
}

const settings: Piece = {
  paths: {
    '/rooms/{room_id}/address': {
      get: found(ref('Address')),
      put: op(ref('Address'), ref('Address')),
      delete: merged(op(undefined), { operationId: 'remove', responses: { 404: { description: 'none' } } }),
    },
  },
  schemas: { Address: object({ city: text }) },
}
const removedSetting =
  (values: object, fields: Readonly<Record<string, string>> = {}) =>
  (ask: Ask): unknown => {
    ask('PUT /rooms/a/address', { body: { city: 'Rome', ...values } })
    ask('DELETE /rooms/a/address', { fields })
    return ask('GET /rooms/a/address').status
  }

export const special: Readonly<Record<string, Special>> = {
  'string-set words × counter-cache': {
    piece: topics,
    added: counted('Repo', 'topics_count'),
    seen(ask) {
      const id = idOf(ask('POST /repos', { body: { name: 'a' } }))
      ask(`PUT /repos/${id}/topics`, { body: { topics: ['git', 'go'] } })
      return bodyOf(ask(`GET /repos/${id}`))['topics_count']
    },
    acts: 2,
  },
  'string set replaced × counter-cache and embedded-children': {
    piece: topics,
    added: counted('Repo', 'topics_count'),
    seen(ask) {
      const id = idOf(ask('POST /repos', { body: { name: 'a' } }))
      for (const some of [['git', 'go'], ['new']]) ask(`PUT /repos/${id}/topics`, { body: { topics: some } })
      return bodyOf(ask(`GET /repos/${id}`))['topics_count']
    },
    acts: 1,
  },
  'list entries × counter-cache': {
    piece: songs,
    added: counted('Mix', 'songs_count'),
    seen(ask) {
      const id = idOf(ask('POST /mixes', { body: { name: 'a' } }))
      ask(`POST /mixes/${id}/songs`, { body: { uris: ['my:song:a', 'my:song:b'] } })
      return bodyOf(ask(`GET /mixes/${id}`))['songs_count']
    },
    acts: 2,
  },
  'list entries taken out × counter-cache and embedded-children': {
    piece: songs,
    added: counted('Mix', 'songs_count'),
    seen(ask) {
      const id = idOf(ask('POST /mixes', { body: { name: 'a' } }))
      ask(`POST /mixes/${id}/songs`, { body: { uris: ['my:song:a', 'my:song:b'] } })
      ask(`DELETE /mixes/${id}/songs`, { body: { songs: [{ uri: 'my:song:a' }] } })
      return bodyOf(ask(`GET /mixes/${id}`))['songs_count']
    },
    acts: 1,
  },
  'tree × unique-keys': {
    piece: groups,
    added: { schemas: { Group: object({ email: text }) } },
    seen(ask) {
      const id = idOf(ask('POST /groups', { body: { name: 'a' } }))
      return [1, 2].map(() => ask(`POST /groups/${id}/children`, { body: { email: 'a@x.org' } }).status)
    },
    acts: [201, 409],
  },
  'tree × embedded-children': {
    piece: groups,
    added: { schemas: { Group: object({ subGroups: array(group) }) } },
    seen(ask) {
      const id = idOf(ask('POST /groups', { body: { name: 'a' } }))
      ask(`POST /groups/${id}/children`, { body: { name: 'b' } })
      return listOf({ ...ask(`GET /groups/${id}`), body: bodyOf(ask(`GET /groups/${id}`))['subGroups'] }).map(
        ({ name }) => name,
      )
    },
    acts: ['b'],
  },
  'tree × membership in body': {
    piece: merged(groups, {
      paths: {
        '/labels': { post: made(ref('Label'), ref('Label')) },
        '/labels/{label_id}': { get: found(ref('Label')) },
        '/labels/{label_id}/groups': { get: op(array(group)) },
      },
      schemas: { Label: object({ id: ownId, name: text }) },
    }),
    added: { schemas: { Group: object({ labels: array(ref('Label')) }) } },
    seen(ask) {
      const label = idOf(ask('POST /labels', { body: { name: 'red' } }))
      const id = idOf(ask('POST /groups', { body: { name: 'a' } }))
      ask(`POST /groups/${id}/children`, { body: { name: 'b', labels: [{ id: label }] } })
      return listOf(ask(`GET /labels/${label}/groups`)).map(({ name }) => name)
    },
    acts: ['b'],
  },
  'singleton DELETE × optimistic-concurrency': {
    piece: settings,
    added: {},
    seen: (ask) => [{ 'if-match': '"other"' }, {}].map((fields) => removedSetting({}, fields)(ask)),
    acts: [200, 404],
  },
  'singleton DELETE × stated-lifecycle': {
    piece: settings,
    added: {
      schemas: {
        Address: {
          properties: { state: { type: 'string', enum: ['new', 'old'], readOnly: true } },
          'x-tool-lifecycle': { initial: 'new', edges: [{ on: 'remove', from: 'old' }] },
        },
      },
    },
    seen: removedSetting({}),
    acts: 200,
  },
  'singleton DELETE × deletion-protection': {
    piece: settings,
    added: { schemas: { Address: object({ deletion_protection: flag }) } },
    seen: removedSetting({ deletion_protection: true }),
    acts: 200,
  },
}
