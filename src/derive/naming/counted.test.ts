import { expect, it } from 'vitest'
import { countedBy, saysOtherwise } from './counted.ts'

it.each([
  ['numberOfDocuments', 'documents', 'count'],
  ['documents_count', 'documents', 'count'],
  ['open_issues_count', 'open_issues', 'count'],
  ['total_member_count', 'member', 'count'],
  ['num_members', 'members', 'count'],
  ['totalUsers', 'users', 'total'],
  ['Containers', 'containers', 'bare'],
  ['ContainersRunning', 'containers_running', 'bare'],
])('%s counts %s (%s)', (name, of, by) => {
  expect(countedBy(name)).toEqual({ of, by })
})

it.each(['max_documents', 'documents_limit', 'users_per_page', 'remaining_seats', 'unique_visitors', 'page_count'])(
  '%s counts nothing that is stored',
  (name) => {
    expect(countedBy(name)).toBeUndefined()
  },
)

it('knows windows and limits by their words', () => {
  expect(saysOtherwise('Messages sent in the last 30 days')).toBe(true)
  expect(saysOtherwise('Maximum number of users')).toBe(true)
  expect(saysOtherwise('Number of documents in the index')).toBe(false)
})
