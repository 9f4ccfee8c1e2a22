interface WithHeaders {
  headers: Headers;
}

export function accepts(request: WithHeaders): string[];
export function accepts(request: WithHeaders, ...types: string[]): string | undefined;
export function acceptsEncodings(request: WithHeaders): string[];
export function acceptsEncodings(request: WithHeaders, ...encodings: string[]): string | undefined;
export function acceptsLanguages(request: WithHeaders): string[];
export function acceptsLanguages(request: WithHeaders, ...languages: string[]): string | undefined;
