/** What is asked of a forge, as values: a call says what is sent and how its answer is read. Sending is the server's. */
import type { JsonObject } from '../support/json.ts'

export type Platform = 'github' | 'gitlab'

export const platforms: readonly Platform[] = ['github', 'gitlab']

export interface ForgeRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  /** Below the base address of the API, with its query. */
  readonly path: string
  readonly body?: JsonObject
}

export interface ForgeCall<T> extends ForgeRequest {
  /** Judges the body of an answer of 2xx. Throws a ToolError where it is not what the forge documents. */
  read(body: unknown): T
}

export interface Project {
  readonly defaultBranch: string
  /** undefined where the forge does not say. */
  readonly mayPush: boolean | undefined
  readonly isArchived: boolean
  /** Where git finds it over http or https. */
  readonly cloneUrl: string
}

/** A pull request of GitHub, a merge request of GitLab. */
export interface Pull {
  readonly number: number
  readonly url: string
  readonly headSha: string
  readonly author: string
  readonly title: string
  readonly body: string
}

export interface Comment {
  readonly id: number
  readonly author: string
  readonly body: string
}

export interface PullText {
  readonly title: string
  readonly body: string
}

export interface NewPull extends PullText {
  readonly branch: string
  readonly base: string
  readonly isDraft: boolean
}

/** A forge, and one project on it. */
export interface Forge {
  readonly name: 'GitHub' | 'GitLab'
  readonly pullWords: 'pull request' | 'merge request'
  /** The name of whose token it is. */
  account(): ForgeCall<string>
  /** The same for tokens that `account` is refused to; undefined where there is no other way. */
  botAccount(): ForgeCall<string> | undefined
  project(): ForgeCall<Project>
  pull(number: number): ForgeCall<Pull>
  /** The open one from a branch of the project itself into `base`. */
  openPull(branch: string, base: string): ForgeCall<Pull | undefined>
  makePull(pull: NewPull): ForgeCall<Pull>
  changePull(number: number, text: PullText): ForgeCall<unknown>
  /** One page of them, oldest first. */
  comments(number: number): ForgeCall<readonly Comment[]>
  /** Gives its id. */
  addComment(number: number, body: string): ForgeCall<number>
  changeComment(number: number, id: number, body: string): ForgeCall<number>
  /** True when the newer commit has the older one among its ancestors, or is it. */
  follows(older: string, newer: string): ForgeCall<boolean>
  /** Address of a comment for people. */
  commentUrl(pullUrl: string, id: number): string
}
