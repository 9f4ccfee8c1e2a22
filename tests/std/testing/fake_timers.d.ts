export interface InstalledClock {
  tick(milliseconds: number): number;
  tickAsync(milliseconds: number): Promise<number>;
  uninstall(): void;
}

export function install(options: { now: number; toFake: string[] }): InstalledClock;
