/**
 * Names of domains that an organization can have.
 *
 * @module
 */

import { normalDomain } from "../../base/address.ts";
import { AuthError } from "../../errors.ts";
import { isPublicName } from "../../http/public_name.ts";

/** Most characters of a name. */
const MAX_LENGTH = 253;

/** Services at which anyone gets an address: none of them is an organization's. */
const PUBLIC_HOSTS: ReadonlySet<string> = new Set([
  ...["gmail.com", "googlemail.com", "outlook.com", "outlook.de", "outlook.fr", "outlook.es"],
  ...["outlook.it", "outlook.jp", "hotmail.com", "hotmail.co.uk", "hotmail.de", "hotmail.es"],
  ...["hotmail.fr", "hotmail.it", "live.com", "live.co.uk", "live.de", "live.fr", "live.it"],
  ...["live.nl", "msn.com", "passport.com", "yahoo.com", "yahoo.co.uk", "yahoo.co.jp"],
  ...["yahoo.co.in", "yahoo.de", "yahoo.es", "yahoo.fr", "yahoo.it", "yahoo.com.br", "ymail.com"],
  ...["rocketmail.com", "icloud.com", "me.com", "mac.com", "privaterelay.appleid.com", "aol.com"],
  ...["aim.com", "gmx.com", "gmx.net", "gmx.de", "gmx.at", "gmx.ch", "web.de", "freenet.de"],
  ...["t-online.de", "mail.com", "email.com", "proton.me", "protonmail.com", "protonmail.ch"],
  ...["pm.me", "tutanota.com", "tutanota.de", "tuta.io", "tuta.com", "fastmail.com"],
  ...["fastmail.fm", "hey.com", "zoho.com", "zohomail.com", "zohomail.eu", "hushmail.com"],
  ...["mailbox.org", "posteo.de", "posteo.net", "mail.ru", "bk.ru", "inbox.ru", "list.ru"],
  ...["internet.ru", "yandex.ru", "yandex.com", "ya.ru", "rambler.ru", "ukr.net", "qq.com"],
  ...["foxmail.com", "163.com", "126.com", "yeah.net", "sina.com", "sina.cn", "sohu.com"],
  ...["139.com", "189.cn", "aliyun.com", "naver.com", "hanmail.net", "daum.net", "kakao.com"],
  ...["nate.com", "docomo.ne.jp", "ezweb.ne.jp", "softbank.ne.jp", "rediffmail.com", "wp.pl"],
  ...["o2.pl", "onet.pl", "interia.pl", "op.pl", "seznam.cz", "centrum.cz", "orange.fr"],
  ...["wanadoo.fr", "free.fr", "laposte.net", "sfr.fr", "libero.it", "virgilio.it", "alice.it"],
  ...["tiscali.it", "bol.com.br", "uol.com.br", "terra.com.br", "ig.com.br", "comcast.net"],
  ...["verizon.net", "att.net", "sbcglobal.net", "bellsouth.net", "cox.net", "charter.net"],
  ...["shaw.ca", "rogers.com", "btinternet.com", "sky.com", "virginmedia.com", "ziggo.nl"],
  ...["kpnmail.nl", "telenet.be", "bluewin.ch", "walla.co.il", "users.noreply.github.com"],
]);

/** The normal form of a domain; `undefined` for text that is none, or none of the internet. */
export function domainIn(typed: unknown): string | undefined {
  if (typeof typed !== "string" || typed.length > MAX_LENGTH) return undefined;
  const name = normalDomain(typed.normalize("NFKC").trim().toLowerCase());
  return name !== undefined && isPublicName(name) ? name : undefined;
}

/**
 * A domain as it is stored.
 *
 * @throws {AuthError} when an organization cannot have it; `cause.field` is `domain`
 */
export function requireDomain(typed: unknown): string {
  const name = domainIn(typed);
  if (name === undefined) throw bad("it is no name of a domain, such as acme.com");
  if (PUBLIC_HOSTS.has(name)) throw bad("anyone can have an address at this email service");
  return name;
}

function bad(message: string): AuthError {
  return new AuthError(`Cannot use the domain: ${message}`, { cause: { field: "domain" } });
}
