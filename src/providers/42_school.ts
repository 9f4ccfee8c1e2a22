/**
 * 42, OAuth 2.0: {@link https://api.intra.42.fr/apidoc/guides/web_application_flow}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/42_school.ts";

/** A profile picture. */
export interface Image extends AnyMembers {
  /** URL of the original. */
  link: string | null;
}

/** Members of 42's user that are the user's own. */
export interface UserData extends AnyMembers {
  /** Stable account number. */
  id: number;
  /** Preferred full name. */
  usual_full_name: string;
  /** Email address. */
  email: string;
}

/** An achievement of a user, a member of the profile that is not read here. */
export interface Achievement extends AnyMembers {
  /** Number. */
  id: number;
  /** Name. */
  name: string;
  /** Tier, such as `easy`. */
  tier: string;
}

/** A campus, a member of the profile that is not read here. */
export interface Campus extends AnyMembers {
  /** Number. */
  id: number;
  /** Name. */
  name: string;
  /** City. */
  city: string;
  /** Country. */
  country: string;
  /** Time zone, as in the IANA database. */
  time_zone: string;
}

/** A user at a campus, a member of the profile that is not read here. */
export interface CampusUser extends AnyMembers {
  /** Number. */
  id: number;
  /** The user. */
  user_id: number;
  /** The campus. */
  campus_id: number;
  /** `true` for the main one. */
  is_primary: boolean;
}

/** A user in a cursus, a member of the profile that is not read here. */
export interface CursusUser extends AnyMembers {
  /** Number. */
  id: number;
  /** The cursus. */
  cursus_id: number;
  /** Level. */
  level: number;
  /** Grade. */
  grade: string | null;
  /** Start, as ISO 8601. */
  begin_at: string | null;
  /** End, as ISO 8601. */
  end_at: string | null;
}

/** An expertise of a user, a member of the profile that is not read here. */
export interface ExpertisesUser extends AnyMembers {
  /** Number. */
  id: number;
  /** The expertise. */
  expertise_id: number;
  /** The user. */
  user_id: number;
  /** Level. */
  value: number;
}

/** A language of a user, a member of the profile that is not read here. */
export interface LanguagesUser extends AnyMembers {
  /** Number. */
  id: number;
  /** The language. */
  language_id: number;
  /** The user. */
  user_id: number;
  /** Order of preference. */
  position: number;
}

/** A project of a user, a member of the profile that is not read here. */
export interface ProjectUser extends AnyMembers {
  /** Number. */
  id: number;
  /** State, such as `finished`. */
  status: string;
  /** Mark. */
  final_mark: number | null;
}

/** A title of a user, a member of the profile that is not read here. */
export interface TitlesUser extends AnyMembers {
  /** Number. */
  id: number;
  /** The title. */
  title_id: number;
  /** The user. */
  user_id: number;
  /** `true` for the one that is shown. */
  selected: boolean;
}

/** Members of 42's user that are read here. */
export interface FortyTwoProfile extends UserData {
  /** Profile picture. */
  image: Image;
}

/**
 * Sign in with 42. Callback URL: `{origin}{basePath}/callback/42-school`.
 * Variables: `AUTH_42_SCHOOL_ID`, `AUTH_42_SCHOOL_SECRET`.
 *
 * Register an application at {@link
 * https://profile.intra.42.fr/oauth/applications/new} with the callback URL as
 * its redirect URI.
 */
const FortyTwo: OAuthProvider<"42-school", FortyTwoProfile> = oauth("42-school", {
  name: "42 School",
  authorization: {
    url: "https://api.intra.42.fr/oauth/authorize",
    params: { scope: "public" },
  },
  token: "https://api.intra.42.fr/oauth/token",
  userinfo: "https://api.intra.42.fr/v2/me",
  emailVerified: false, // the site does not document verification
  profile: (user) => ({
    id: String(user.id),
    name: user.usual_full_name,
    email: user.email,
    image: user.image.link,
  }),
  style: { mark },
});
export default FortyTwo;
