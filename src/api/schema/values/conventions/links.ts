/** Addresses of the web, by what they lead to. */
import { BASE62, beside, characters, type Draw, type Maker } from '../draw.ts'
import { singular, snakeName } from '../names.ts'
import { saidName } from '../persona.ts'
import { nameOfHolder, slugOf } from './kinds.ts'
import type { Row } from './table.ts'

const HOST = 'https://example.com'
const at =
  (path: string): Maker<string> =>
  () =>
    `${HOST}/${path}`

const url: Maker<string> = (d) => `${HOST}/${slugOf(d)}`
const image: Maker<string> = (d) => `${HOST}/images/${fileOf(d, '.png')}`
/** Where a thing is found: below the plural of its type, unless that says nothing. */
const own: Maker<string> = (d) => {
  const folder = folderOf(d, '')
  if (HOOKS.test(folder)) return `${HOST}/webhooks`
  if (folder === 'errors') return `${HOST}/docs/errors`
  if (folder === '' || d.near?.beside?.isCompany === true || d.near?.beside?.isPerson === true) return url(d)
  return `${HOST}/${folder}/${saidName(d) === undefined ? (knownId(d) ?? slugOf(d)) : slugOf(d)}`
}
const HOOKS = /(^|-)(web)?hooks?(-|$)|^callbacks$/
const site: Maker<string> = (d) => `https://${slugOf(d)}.example.com`
const document: Maker<string> = (d) => `${HOST}/${folderOf(d, 'documents')}/${idOf(d)}.pdf`
const page: Maker<string> = (d) => `${HOST}/${folderOf(d, 'items')}/${idOf(d)}`
const view: Maker<string> = (d) => `${HOST}/${folderOf(d, 'documents')}/view/${idOf(d)}`
const inFolder =
  (folder: string, ending = ''): Maker<string> =>
  (d) =>
    `${HOST}/${folder}/${fileOf(d, ending)}`
const byCode =
  (folder: string, ending = ''): Maker<string> =>
  (d) =>
    `${HOST}/${folder}/${idOf(d)}${ending}`

const FILE = /^[\w-]+\.[a-z0-9]{2,4}$/
/** The name of the holder, where that is a file's; else its slug with this ending. */
function fileOf(draw: Draw, ending: string): string {
  const name = nameOfHolder(draw)
  return FILE.test(name) ? name : `${slugOf(draw)}${ending}`
}

/** What has no name of its own for the path: objects that hold others, and parts that tell of the whole. */
const PART =
  /^(data|attributes|results?|object|properties|fields|payload|body|resource|records?|details?|info|values?|items?|nodes?|edges?|_?links?|_?meta(data)?|urls?|hrefs?|_?embedded|response|\d*)$/
const VERB =
  /^(get|create|post|put|patch|list|add|new|retrieve|update|fetch|find|read|send|search)_|_(create|retrieve|list|get|update|delete|add|new|post|send|by_id|response|request)$/g
const FOLDER = /^[a-z]+(_[a-z]+){0,2}$/
const BOUND = 10_000
const folders = new Map<string, string>()

/** `invoices`, for what an invoice holds. */
function folderOf({ pointer, record }: Draw, otherwise: string): string {
  for (const step of pointer.split('/').slice(0, -1).toReversed()) {
    const folder = folderFor(step)
    if (folder !== '') return folder
  }
  return folderFor(record.slice(0, Math.max(0, record.indexOf('/')))) || otherwise
}

/** Names of types and properties are few: what becomes of them is remembered. */
function folderFor(step: string): string {
  const known = folders.get(step)
  if (known !== undefined) return known
  const word = singular(snakeName(step).replace(VERB, ''))
  const folder = PART.test(word) || !FOLDER.test(word) ? '' : pluralOf(word).replaceAll('_', '-')
  if (folders.size >= BOUND) folders.clear()
  if (step.length < 256) folders.set(step, folder)
  return folder
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  if (/(s|x|ch|sh)$/.test(word)) return `${word}es`
  return `${word}s`
}

/** The id of what holds the link, where it is known; else some characters. */
function idOf(draw: Draw): string {
  return knownId(draw) ?? characters(beside(draw, 'id'), 12, BASE62)
}

function knownId(draw: Draw): string | undefined {
  for (const object of draw.near?.sources ?? []) {
    const id = (object as { readonly id?: unknown } | null)?.id
    if ((typeof id === 'string' && /^[\w-]{1,80}$/.test(id)) || typeof id === 'number') return String(id)
  }
  return undefined
}

const repository: Maker<string> = (d) =>
  `${HOST}/acme/${nameOfHolder(d)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')}.git`

export const linkRows: readonly Row<Maker<string>>[] = [
  [
    'avatar image photo picture logo icon thumbnail thumb gravatar avatar_url image_url photo_url picture_url logo_url icon_url thumbnail_url thumb_url avatar_uri image_uri cover_url cover banner background_url background_image banner_url favicon favicon_url badge_url poster_url cover_image header_image artwork_url screenshot_url picture_uri photo_uri signature_url image_original image_link picture_link logo_link flag_url badge_image',
    image,
  ],
  ['=url =link =web_url =html_url', own],
  ['url uri href link endpoint origin urls uris links target_url web_url site_url', url],
  ['website homepage web_site home_page www website_url homepage_url home_page_url company_url store_url', site],
  ['self permalink_url html_url public_url share_link permalink_uri canonical_url detail_url details_url', page],
  ['view_url view_link hosted_url recipient_view_url', view],
  [
    'pdf pdf_url pdf_link pdf_uri invoice_pdf receipt_pdf document_url document_link pdf_download_url statement_url',
    document,
  ],
  [
    'download_url download_uri download_link url_download url_private_download url_private',
    inFolder('downloads', '.zip'),
  ],
  ['file_url attachment_url file_link file_uri', inFolder('files', '.pdf')],
  ['export_url csv_url report_url results_url', inFolder('reports', '.csv')],
  ['video_url video_uri video_link playback_url', inFolder('videos', '.mp4')],
  ['audio_url recording_url audio_uri', inFolder('audio', '.mp3')],
  ['embed_url player_url embed_link', byCode('embed')],
  ['stream_url live_url', inFolder('live')],
  ['receipt_url receipt_link', byCode('receipts')],
  ['invoice_url hosted_invoice_url online_invoice_url invoice_link', byCode('invoices')],
  [
    'checkout_url checkout_link payment_url payment_link pay_url approval_url approve_url payment_page_url',
    byCode('pay'),
  ],
  ['tracking_url tracking_link track_url', byCode('track')],
  ['order_url order_status_url', byCode('orders')],
  [
    'short_url short_link share_url invite_url invite_link invitation_url shortlink join_url',
    (d) => `${HOST}/s/${characters(beside(d, 'id'), 7, BASE62)}`,
  ],
  ['upload_url upload_uri upload_link', byCode('uploads')],
  ['profile_url user_url profile_link author_url owner_url', inFolder('users')],
  ['documentation_url docs_url doc_url documentation_link documentation_uri api_docs_url', at('docs')],
  ['help_url help_link faq_url help_center_url more_info learn_more_url info_url', at('help')],
  ['support_url support_link contact_url', at('support')],
  [
    'terms_url terms_of_service_url tos_url tos terms_link terms_of_service terms_of_service_uri tos_uri terms_of_use_url terms_and_conditions_url',
    at('terms'),
  ],
  [
    'privacy_url privacy_policy_url privacy_policy policy_url policy_uri privacy_link privacy_policy_uri',
    at('privacy'),
  ],
  [
    'webhook_url webhook webhook_uri notification_url notify_url hook_url postback_url ipn_url webhook_endpoint callback callback_url callback_uri event_url status_callback',
    at('webhooks'),
  ],
  ['redirect_uri redirect_url redirect_link redirect_uris redirect_urls', at('callback')],
  ['return_url return_uri success_url back_url complete_url completion_url', at('checkout/done')],
  ['cancel_url failure_url error_url decline_url', at('checkout/canceled')],
  ['login_url sign_in_url signin_url single_signon_url sso_url', at('login')],
  ['logout_url sign_out_url single_logout_url slo_url', at('logout')],
  ['signup_url sign_up_url registration_url register_url', at('signup')],
  ['audience_url issuer_url issuer_uri', () => HOST],
  ['unsubscribe_url unsubscribe_link opt_out_url', byCode('unsubscribe')],
  ['verification_url confirm_url confirmation_url activation_url verify_url', byCode('verify')],
  ['reset_url password_reset_url', byCode('reset')],
  ['repository_url repo_url git_url clone_url repository_uri git_http_url http_url_to_repo', repository],
  ['ssh_url git_ssh_url', (d) => repository(d).replace(`${HOST}/`, 'git@example.com:')],
  ['commit_url', (d) => `${HOST}/acme/platform/commit/${characters(beside(d, 'id'), 40, '0123456789abcdef')}`],
  ['api_url api_endpoint api_base_url base_url base_uri server_url', () => 'https://api.example.com'],
  ['auth_url authorization_url authorize_url authorization_endpoint authorization_uri auth_uri', at('oauth/authorize')],
  ['auth_server_url auth_server', () => 'https://auth.example.com'],
  ['token_url token_endpoint token_uri', at('oauth/token')],
  ['userinfo_endpoint userinfo_url user_info_url', at('oauth/userinfo')],
  ['jwks_uri jwks_url keys_url', at('.well-known/jwks.json')],
  ['feed_url rss_url rss', at('feed.xml')],
  ['sitemap_url sitemap', at('sitemap.xml')],
  ['referrer referer', () => `${HOST}/`],
]

const makers: ReadonlySet<unknown> = new Set(linkRows.map(([, maker]) => maker))

/** True for what makes an address of the web. */
export function isAddress(maker: unknown): boolean {
  return makers.has(maker)
}
