import { expect, it } from 'vitest'
import { isTimeEntry, logsTime, secondsOf, totalsTime } from './logged-time.ts'

it('knows a total of logged time by its name or by words', () => {
  expect(totalsTime('totalMinutes', 'Total minutes which have been logged against the task. Logged by entries')).toBe(
    true,
  )
  expect(totalsTime('minutesLogged', 'A total of minutes logged against all tasks on the Project.')).toBe(true)
  expect(totalsTime('total_time_spent', undefined)).toBe(true)
  expect(totalsTime('hours_tracked', undefined)).toBe(true)
})

it('takes no estimate, no part of the total and no duration for one', () => {
  expect(totalsTime('estimateMinutes', 'An estimated time to perform the task')).toBe(false)
  expect(totalsTime('fixedMinutes', 'Minutes logged against this task if its charge type is `FIXED`.')).toBe(false)
  expect(totalsTime('minutesToBeInvoiced', 'Minutes on this task which have not been invoiced.')).toBe(false)
  expect(totalsTime('duration', 'The length of the video in seconds')).toBe(false)
  expect(totalsTime('time_estimate', 'Total estimated time')).toBe(false)
  expect(totalsTime('total_minutes', 'Total minutes of the plan')).toBe(false)
})

it('knows the time that one record logs', () => {
  expect(logsTime('time', 'duration', undefined)).toBe(true)
  expect(logsTime('time_entry', 'hours', undefined)).toBe(true)
  expect(logsTime('worklog', 'timeSpentSeconds', undefined)).toBe(true)
  expect(logsTime('note', 'duration', 'Number of minutes to be logged')).toBe(true)
  expect(['time', 'time_entry', 'worklog', 'issue_worklog', 'runtime', 'project'].map(isTimeEntry)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
  expect(logsTime('video', 'duration', 'Length in seconds')).toBe(false)
  expect(logsTime('task', 'hours', 'The planned hours')).toBe(false)
})

it('reads the unit from the name, else from words that speak of one', () => {
  expect(secondsOf('totalMinutes', 'in hours')).toBe(60)
  expect(secondsOf('duration', 'The duration of logged minutes.')).toBe(60)
  expect(secondsOf('duration', 'Hours and minutes')).toBeUndefined()
  expect(secondsOf('time_spent', undefined)).toBeUndefined()
})
