/** Numbers of common names; the first line that matches speaks. */
import { beside, type Draw, type Maker, pick, whole } from '../draw.ts'
import { holder, personOf, placeOf } from '../persona.ts'

/** `isWhole` where the schema takes whole numbers only. */
type Line = readonly [name: RegExp, make: Maker<number>, makeFraction?: Maker<number>]

const yearOf = ({ now }: Draw): number => new Date(Math.max(0, now)).getUTCFullYear()
const always =
  (value: number): Maker<number> =>
  () =>
    value
/** Quarters, that add up without noise. */
const price = (d: Draw): number => whole(d, 5, 250) + whole(beside(d, 'cents'), 0, 3) / 4
const share = (d: Draw): number => whole(d, 50, 98) / 100
/** An amount where a currency stands beside it; else a few of something. */
const total = (d: Draw, amount: Maker<number>): number =>
  d.near?.beside?.isMoney === false ? whole(d, 1, 5) : amount(d)
const cents = (d: Draw): number => whole(d, 5, 250) * 100
/** Widths of pictures, and the heights that go with them. */
const WIDTHS = [640, 800, 1024, 1280, 1600]
const widthOf = (d: Draw): number => sizeSaid(d) ?? pick(ofHolder(d), WIDTHS)
const heightOf = (d: Draw): number => {
  if (d.near?.beside?.isPerson === true) return whole(d, 158, 192)
  const side = sizeSaid(d)
  return side ?? (pick(ofHolder(d), WIDTHS) * 3) / 4
}
/** `thumb_480_w` is 480. */
const sizeSaid = (d: Draw): number | undefined => {
  const side = /_(\d{2,4})_(?:w|h|width|height)$/i.exec(d.pointer)?.[1]
  return side === undefined ? undefined : Number(side)
}
/** What is the same for all sides of one thing. */
const ofHolder = (d: Draw): Draw => ({ ...d, key: `${d.record}${holder(d.pointer)}~side` })
/** Small ones, on either side of 0. */
const component = (d: Draw): number => whole(d, -99_999, 99_999) / 1_000_000

const lines: readonly Line[] = [
  [/^(is|has|was|are)_/, always(0)],
  [/(^|_)(lat|latitude)$/, (d) => placeOf(d).town.latitude],
  [/(^|_)(lon|lng|longitude)$/, (d) => placeOf(d).town.longitude],
  [
    /(^|_)(probability|confidence|confidence_score|ratio|fraction|similarity|relevance|opacity|alpha|likelihood|accuracy|top_p|score_threshold|certainty|share_of)$|_(ratio|probability)$/,
    (d) => whole(d, 1, 100),
    share,
  ],
  [/(^|_)(embeddings?|vectors?)$/, always(0), component],
  [/(^|_)(input|output|prompt|completion|total|cached|text|audio|image|reasoning)_tokens$/, (d) => whole(d, 10, 200)],
  [/(^|_)logprobs?$/, always(-1), (d) => -whole(d, 1, 150) / 100],
  [/(^|_)(loss|error_rate|variance|std_?dev|standard_deviation)$/, always(1), (d) => whole(d, 5, 90) / 100],
  [/(^|_)(surge_|price_|rate_)?multiplier$/, always(1)],
  [
    /(^|_)(season|season_number|disc_number|disk_number|chapter|chapter_number|round|lap|major|floor|volume_number)$/,
    always(1),
  ],
  [/(^|_)(minor|patch)(_version)?$/, always(0)],
  [/(^|_)(episode|episode_number|track_number|line_number|row_number|seat|column|line|row)$/, (d) => whole(d, 1, 12)],
  [/(^|_)(week|week_number|week_of_year)$/, (d) => whole(d, 1, 52)],
  [/(^|_)(weekday|day_of_week|week_day|quarter)$/, (d) => whole(d, 1, 4)],
  [/(^|_)day_of_year$/, (d) => whole(d, 1, 365)],
  [/^exit_(code|status)$|_exit_code$/, always(0)],
  [/(^|_)(zip|zip_?code|postal_?code|post_?code)$/, (d) => Number(placeOf(d).town.postal.replace(/\D/g, ''))],
  [/(^|_)(dial|dialing|calling|country_calling|country|phone_country)_code$/, (d) => Number(placeOf(d).country.dial)],
  [
    /(^|_)(phone|mobile|telephone|phone_number|mobile_number|national_number)$/,
    (d) => Number(placeOf(d).phone.replace(/\D/g, '')),
  ],
  [/(^|_)last_?(4|four)(_digits)?$/, always(4242)],
  [/^(uid|gid|user_?id_number|group_?id_number)$/, always(1000)],
  [/(^|_)(pid|process_id)$/, (d) => whole(d, 1000, 32_000)],
  [/^(random_)?seed$/, always(42)],
  [/(^|_)(zoom|zoom_level)$/, (d) => whole(d, 10, 16)],
  [/_(kb|kib|kilobytes)$/, (d) => 2 ** whole(d, 6, 10)],
  [/_(mb|mib|megabytes)$/, (d) => 2 ** whole(d, 8, 11)],
  [/_(gb|gib|gigabytes)$/, (d) => 2 ** whole(d, 3, 6)],
  [/_(tb|tib|terabytes)$/, always(1)],
  [/(^|_)(disk|disk_size|storage)$/, (d) => 25 * 2 ** whole(d, 0, 3)],
  [/(^|_)(vlan|vlan_id)$/, (d) => whole(d, 100, 999)],
  [/(^|_)asn$/, always(64_500)],
  [/(^|_)(prefix_length|netmask_bits|cidr_bits)$/, always(24)],
  [/(^|_)(protocol|protocol_number)$/, always(6)],
  [/(^|_)total$/, (d) => total(d, cents), (d) => total(d, price)],
  [
    /(^|_)(amount|amounts|price|subtotal|balance|cost|unit_amount|gross|net|value|salary|budget|revenue|spend|estimate)$/,
    (d) => whole(d, 5, 250) * 100,
    price,
  ],
  [
    /(^|_)(refunded|captured|received|paid|disputed|fee|fees|tax|discount|shipping|tip|used|failed|errors?)(_amount|_count)?$|^amount_(refunded|captured|capturable|received|due|remaining|paid|discount|shipping|tax|requested|reversed)/,
    always(0),
  ],
  [/(^|_)(quantity|qty)$/, always(1)],
  [/^(num|number|count|total)_of_(attempts|retries)/, always(0)],
  [
    /(^|_)(count|counts|times_redeemed|times_used|total_count|num|followers|following|likes|views|comments|forks|stars|watchers|retries|attempts|index|offset|position|rank|sequence|skip)$|^(num|number|count|total)_(of_)?|_count_/,
    always(0),
  ],
  [/(^|_)(page|page_number|current_page|version|revision|generation|pages|total_pages)$/, always(1)],
  [/(^|_)(limit|per_page|page_size|size_limit|max|maximum)$/, always(100)],
  [/(^|_)(size|bytes|length|content_length|file_size)$/, (d) => whole(d, 512, 65536)],
  [/(^|_)(width|w)$/, widthOf],
  [/(^|_)(height|h)$/, heightOf],
  [/(^|_)age$/, (d) => Math.max(18, yearOf(d) - personOf(d).born)],
  [/(^|_)(birth_year|year_of_birth|birthyear)$/, (d) => personOf(d).born],
  [/(^|_)(exp|expiry|expiration)_year$/, (d) => yearOf(d) + 3],
  [
    /(^|_)(founded|established)(_year)?$|^year_(founded|built|established|published|released)$|(^|_)(release|publication|published|built|construction|manufacture|graduation)_year$/,
    (d) => whole(d, 1985, 2018),
  ],
  [/(^|_)year$/, yearOf],
  [/(^|_)(exp|expiry|expiration)_month$/, always(12)],
  [/(^|_)(months?_of_year|month_number|month|mm)$/, (d) => whole(d, 1, 12)],
  [/(^|_)(day|day_of_month|dd)$/, (d) => whole(d, 1, 28)],
  [/(^|_)(ms|millis|milliseconds|latency|elapsed|response_time)$/, (d) => whole(d, 20, 400)],
  [/(^|_)(execution|elapsed|query|processing|cpu|render|transition|boot)_time$/, (d) => whole(d, 20, 400)],
  [/(^|_)(cook|cooking|prep|preparation|travel|transit|drive|wait|lead|delivery|setup|reading)_time$/, always(30)],
  [/(^|_)(expires_in|ttl|timeout|interval|duration|max_age)(_(s|sec|secs|seconds))?$/, always(3600)],
  [/_(in|after|for|duration|period|interval)_days$|(^|_)(days|number_of_days)$/, always(30)],
  [/_(duration|period|interval|timeout|every|after|in)_(minutes|mins)$/, always(30)],
  [/_(duration|period|interval|timeout|every|after|in)_hours$/, always(24)],
  [/(^|_)hours?$/, (d) => whole(d, 0, 23)],
  [/(^|_)(minute|minutes|second|seconds)$/, (d) => whole(d, 0, 59)],
  [/(^|_)weeks$/, always(4)],
  [/(^|_)months$/, always(12)],
  [/(^|_)years$/, always(1)],
  [/(^|_)(tax_rate|vat_rate|interest_rate)$/, (d) => whole(d, 5, 20), (d) => whole(d, 10, 40) / 2],
  [/(^|_)(exchange|currency|conversion|fx)_rate$/, always(1), always(1.25)],
  [/(^|_)(percent|percentage|pct|rate|score|progress|completion)$|^(percent|percentage)_/, (d) => whole(d, 1, 100)],
  [/(^|_)(port)$/, always(443)],
  [/(^|_)rating$/, (d) => whole(d, 3, 5), (d) => whole(d, 6, 10) / 2],
  [/(^|_)(priority|weight|order|level)$/, always(1)],
  [/(?<!(^|_)(http|response|request))_(status|state)$/, always(1)],
  [/(^|_)(status|status_code|http_status|code)$/, always(200)],
  [/(^|_)temperature$/, (d) => whole(d, 15, 25)],
  [/(^|_)humidity$/, (d) => whole(d, 30, 60)],
  [/(^|_)(dpi|ppi)$/, always(300)],
  [/(^|_)(fps|frame_rate|framerate)$/, always(30)],
  [/(^|_)(bitrate|bit_rate)$/, always(128_000)],
  [/(^|_)sample_rate$/, always(44_100)],
  [/(^|_)(distance|radius|depth)$/, (d) => whole(d, 1, 50), (d) => whole(d, 2, 100) / 2],
  [/(^|_)(cpus?|vcpus?|cores?|cpu_count)$/, (d) => 2 ** whole(d, 0, 3)],
  [/(^|_)(ram|memory|memory_mb)$/, (d) => 1024 * 2 ** whole(d, 0, 4)],
  [/(^|_)(replicas|instances|workers|nodes|node_count|instance_count)$/, (d) => whole(d, 1, 3)],
  [/(^|_)(min|minimum)$|^min_/, always(1)],
  [/^max_(attempts|retries|redemptions|tries)$/, (d) => whole(d, 3, 10)],
  [/^max_/, always(100)],
  [/(^|_)(id|ids|identifier)$/, (d) => whole(d, 10_000, 9_999_999)],
]

/** By the name in snake case; undefined where it says nothing. */
export function numberOf(snake: string, isWhole: boolean): Maker<number> | undefined {
  const [, make, makeFraction] = lines.find(([pattern]) => pattern.test(snake)) ?? []
  return isWhole ? make : (makeFraction ?? make)
}
