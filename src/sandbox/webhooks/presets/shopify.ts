/** Shopify: the body alone is signed. Its libraries want shop and version too; the ones here are examples. */
import type { Preset } from './preset.ts'

export const shopify: Preset = {
  name: 'shopify',
  envelope: {
    preset: 'shopify',
    headers: {
      'X-Shopify-Topic': '{{event}}',
      'X-Shopify-Shop-Domain': 'example.myshopify.com',
      'X-Shopify-API-Version': '2025-01',
      'X-Shopify-Webhook-Id': '{{uuid}}',
      'X-Shopify-Event-Id': '{{uuid}}',
      'X-Shopify-Triggered-At': '{{now_rfc3339}}',
    },
    signature: {
      algorithm: 'hmac-sha256',
      content: '{{body}}',
      keyEncoding: 'utf8',
      output: 'base64',
      in: 'header',
      name: 'X-Shopify-Hmac-Sha256',
      format: '{{signature}}',
    },
    contentType: 'application/json',
    signClock: 'real',
  },
}
