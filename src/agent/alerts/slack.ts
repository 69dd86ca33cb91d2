import { type AlertFormat, alertLine } from './alert.ts'

/** Slack takes at most so many characters in a section of text. */
const MOST_TEXT = 2_900

/** A message to an incoming webhook of Slack, and of what speaks its format. */
export const slack: AlertFormat = {
  kind: 'slack',
  needs: { url: true, secret: false },
  write(alert, { url }) {
    const line = alertLine(alert)
    const { upstream, method, template, fingerprint } = alert
    const what = alert.type === 'summary' ? line : `*${alert.kind}* at \`${upstream}\` \`${method} ${template}\``
    const told = [what, ...(alert.type === 'summary' ? [] : [line, `\`tool agent ack ${fingerprint}\` silences it`])]
    const text = escaped(told.join('\n')).slice(0, MOST_TEXT)
    const body = JSON.stringify({
      text: escaped(line).slice(0, MOST_TEXT),
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
    })
    return { url, method: 'POST', headers: [['Content-Type', 'application/json; charset=utf-8']], body }
  },
}

/** The three characters that Slack's markup gives a meaning. */
function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
