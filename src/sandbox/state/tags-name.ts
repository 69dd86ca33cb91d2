/** True for what a record calls its tags. */
export function isTagsName(name: string): boolean {
  return /^(resource_?)?tags?(_?(list|set))?$/i.test(name)
}
