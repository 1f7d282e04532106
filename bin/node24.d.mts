export function adviceFor(platform: string, arch: string): string
