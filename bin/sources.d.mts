export const SERVICE: string
export function sourcesStamp(): string | undefined
export function isBuilt(): boolean
