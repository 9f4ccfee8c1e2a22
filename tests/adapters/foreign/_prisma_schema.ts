/**
 * Models and tables of the Prisma adapter of Auth.js.
 *
 * @module
 */

import type { EngineName } from "../_doors.ts";

const TIMES = `
  createdAt DateTime @default(now())
  updatedAt DateTime @updatedAt`;
const OWNER = `
  userId String
  user   User   @relation(fields: [userId], references: [id], onDelete: Cascade)`;

/** The models that the adapter's documentation has for PostgreSQL. */
export const MODELS = `
generator client {
  provider = "prisma-client"
  output   = "./client"
  runtime  = "deno"
}
datasource db {
  provider = "postgresql"
}
model User {
  id            String    @id @default(cuid())
  name          String?
  email         String    @unique
  emailVerified DateTime?
  image         String?
  accounts      Account[]
  sessions      Session[]
  Authenticator Authenticator[]${TIMES}
}
model Account {${OWNER}
  type              String
  provider          String
  providerAccountId String
  refresh_token     String?
  access_token      String?
  expires_at        Int?
  token_type        String?
  scope             String?
  id_token          String?
  session_state     String?${TIMES}
  @@id([provider, providerAccountId])
}
model Session {${OWNER}
  sessionToken String   @unique
  expires      DateTime${TIMES}
}
model VerificationToken {
  identifier String
  token      String
  expires    DateTime
  @@id([identifier, token])
}
model Authenticator {${OWNER}
  credentialID         String  @unique
  providerAccountId    String
  credentialPublicKey  String
  counter              Int
  credentialDeviceType String
  credentialBackedUp   Boolean
  transports           String?
  @@id([userId, credentialID])
}
`;

/** The tables of the models of {@linkcode MODELS}, for each database, one statement each. */
export const PUBLISHED: Readonly<Record<EngineName, readonly string[]>> = {
  PostgreSQL: tables("TEXT", "TEXT", "TIMESTAMP(3)"),
  MariaDB: tables("VARCHAR(191)", "TEXT", "DATETIME(3)"),
  SQLite: tables("TEXT", "TEXT", "DATETIME"),
};

function tables(key: string, text: string, date: string): string[] {
  const times = `"createdAt" ${date} NOT NULL DEFAULT CURRENT_TIMESTAMP${
    date === "DATETIME(3)" ? "(3)" : ""
  }, "updatedAt" ${date} NOT NULL`;
  const owner = `"userId" ${key} NOT NULL REFERENCES "User" (id) ON DELETE CASCADE`;
  return [
    `CREATE TABLE "User" (
      id ${key} PRIMARY KEY, name ${text}, email ${key} UNIQUE, "emailVerified" ${date} NULL,
      image ${text}, ${times}
    )`,
    `CREATE TABLE "Account" (
      ${owner}, type ${text} NOT NULL, provider ${key} NOT NULL,
      "providerAccountId" ${key} NOT NULL, refresh_token ${text}, access_token ${text},
      expires_at INTEGER, token_type ${text}, scope ${text}, id_token ${text},
      session_state ${text}, ${times}, PRIMARY KEY (provider, "providerAccountId")
    )`,
    `CREATE TABLE "Session" (
      "sessionToken" ${key} NOT NULL UNIQUE, ${owner}, expires ${date} NOT NULL, ${times}
    )`,
    `CREATE TABLE "VerificationToken" (
      identifier ${key} NOT NULL, token ${key} NOT NULL, expires ${date} NOT NULL,
      PRIMARY KEY (identifier, token)
    )`,
    `CREATE TABLE "Authenticator" (
      "credentialID" ${key} NOT NULL UNIQUE, ${owner}, "providerAccountId" ${text} NOT NULL,
      "credentialPublicKey" ${text} NOT NULL, counter INTEGER NOT NULL,
      "credentialDeviceType" ${text} NOT NULL, "credentialBackedUp" BOOLEAN NOT NULL,
      transports ${text}, PRIMARY KEY ("userId", "credentialID")
    )`,
  ];
}

/** The models for a database, with users who need no address. */
export function modelsFor(provider: "postgresql" | "mysql" | "sqlite"): string {
  return MODELS.replace('provider = "postgresql"', `provider = "${provider}"`)
    .replace("email         String    @unique", "email         String?   @unique");
}

/** The tables of these models. */
export const SCHEMA = `
  CREATE TABLE "User" (
    id TEXT PRIMARY KEY, name TEXT, email TEXT NOT NULL UNIQUE, "emailVerified" TIMESTAMP(3),
    image TEXT, "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL
  );
  CREATE TABLE "Account" (
    "userId" TEXT NOT NULL REFERENCES "User" ON DELETE CASCADE, type TEXT NOT NULL,
    provider TEXT NOT NULL, "providerAccountId" TEXT NOT NULL, refresh_token TEXT,
    access_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT, id_token TEXT,
    session_state TEXT, "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL, PRIMARY KEY (provider, "providerAccountId")
  );
  CREATE TABLE "Session" (
    "sessionToken" TEXT NOT NULL UNIQUE,
    "userId" TEXT NOT NULL REFERENCES "User" ON DELETE CASCADE, expires TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL
  );
  CREATE TABLE "VerificationToken" (
    identifier TEXT NOT NULL, token TEXT NOT NULL, expires TIMESTAMP(3) NOT NULL,
    PRIMARY KEY (identifier, token)
  );
  CREATE TABLE "Authenticator" (
    "credentialID" TEXT NOT NULL UNIQUE,
    "userId" TEXT NOT NULL REFERENCES "User" ON DELETE CASCADE,
    "providerAccountId" TEXT NOT NULL, "credentialPublicKey" TEXT NOT NULL,
    counter INTEGER NOT NULL, "credentialDeviceType" TEXT NOT NULL,
    "credentialBackedUp" BOOLEAN NOT NULL, transports TEXT,
    PRIMARY KEY ("userId", "credentialID")
  );`;
