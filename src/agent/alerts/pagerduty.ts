import { type AlertFormat, alertLine } from './alert.ts'

const EVENTS_API = 'https://events.pagerduty.com/v2/enqueue'
/** Longer summaries are cut off there. */
const MOST_SUMMARY = 1024

const SEVERITY: Readonly<Record<string, string>> = { incident: 'error', finding: 'warning', summary: 'info' }

/** An event of the PagerDuty Events API v2; the fingerprint joins repeated ones. */
export const pagerduty: AlertFormat = {
  kind: 'pagerduty',
  needs: { url: false, secret: true },
  write(alert, { url, secret }) {
    const { type, ...details } = alert
    const body = JSON.stringify({
      routing_key: secret,
      event_action: 'trigger',
      dedup_key: alert.fingerprint,
      payload: {
        summary: alertLine(alert).slice(0, MOST_SUMMARY),
        source: alert.upstream === '' ? 'tool agent' : alert.upstream,
        severity: SEVERITY[type],
        timestamp: alert.last_seen,
        class: alert.kind,
        custom_details: details,
      },
    })
    return {
      url: url === '' ? EVENTS_API : url,
      method: 'POST',
      headers: [['Content-Type', 'application/json; charset=utf-8']],
      body,
    }
  },
}
