import { type AlertFormat, alertLine } from './alert.ts'

/** One line each, for logs. */
export const stdout: AlertFormat = {
  kind: 'stdout',
  needs: { url: false, secret: false },
  write: (alert) => alertLine(alert),
}
