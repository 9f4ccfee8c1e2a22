/**
 * The page on which users type the code of another device, in French.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** Texts of the page. */
export const device: Texts["device"] = {
  enter: {
    heading: "Connecter un appareil",
    text: "Saisissez le code affiché par votre appareil.",
    label: "Code",
    submit: "Continuer",
    unknown:
      "Ce code n’est pas valide ou a expiré. Vérifiez-le, ou demandez-en un nouveau sur votre appareil.",
  },
  ask: {
    text:
      "Autorisez l’accès seulement si votre propre appareil affiche ce code en ce moment et si vous avez vous-même lancé cette connexion. Si quelqu’un vous a envoyé le code, refusez.",
    code: "Code sur votre appareil",
    device: "Appareil",
    place: "Lieu de l’appareil",
    stranger: "Cette application a choisi son nom elle-même, et il n’a pas été vérifié.",
  },
  allowed: {
    heading: "Votre appareil est connecté",
    text: "Vous pouvez y revenir maintenant.",
  },
  denied: {
    heading: "L’accès a été refusé",
    text: "L’appareil n’obtient aucun accès à votre compte.",
  },
};
