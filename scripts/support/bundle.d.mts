export function bundleProgram(contents: string, folder?: string): Promise<string>
