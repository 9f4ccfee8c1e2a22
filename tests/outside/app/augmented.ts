/** Members that the app adds: required, and present in every file of the program. */
import type { DefaultSession } from "@x/auth";

export type Role = "admin" | "member";

declare module "@x/auth" {
  interface User {
    role: Role;
  }
  interface Session {
    user: { id: string; role: Role } & DefaultSession["user"];
  }
}

declare module "@x/auth/types" {
  interface Account {
    tenant: string;
  }
}

declare module "@x/auth/adapters" {
  interface AdapterSession {
    device: string;
  }
}

declare module "@x/auth/jwt" {
  interface JWT {
    role: Role;
  }
}
