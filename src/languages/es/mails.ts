/**
 * Spanish texts of mails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

const account =
  "Si no ha sido usted, es posible que otra persona tenga acceso a su cuenta: inicie sesión, cierre todas las demás sesiones y revise sus formas de iniciar sesión.";
const factors =
  "Si no ha sido usted, es posible que otra persona tenga acceso a su cuenta: inicie sesión, revise sus métodos de verificación y cambie su contraseña.";
const passwords =
  "Si no ha sido usted, es posible que otra persona tenga acceso a su cuenta o a su buzón: proteja su buzón, inicie sesión con un enlace por correo y establezca una contraseña nueva.";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "Iniciar sesión en {host}",
      button: "Iniciar sesión",
      signUp: { subject: "Confirme su dirección para {host}", button: "Confirmar la dirección" },
      password: {
        subject: "Restablezca su contraseña de {host}",
        button: "Elegir una contraseña nueva",
      },
      code: "O escriba este código en el navegador donde lo solicitó (válido durante {time}):",
      expires: "El enlace funciona una sola vez y es válido durante {time}.",
      ignore: "Si no ha solicitado este correo, ignórelo.",
      secret: "No comparta este código con nadie.",
    },
    factorCode: {
      subject: "Su código para {host}",
      text:
        "{code}\n\nEscriba este código en {host}. Es válido durante {time}. No lo comparta con nadie.\n\nSi no está iniciando sesión ahora, es posible que otra persona conozca su contraseña: cámbiela.\n",
    },
    addressCode: {
      subject: "Su código para {host}",
      text:
        "{code}\n\nEscriba este código en {host} para confirmar esta dirección. Es válido durante {time}. No lo comparta con nadie.\n\nSi no lo ha solicitado, ignore este correo: no cambia nada.\n",
    },
    addressTaken: {
      subject: "Su dirección ya se usa en {host}",
      text:
        "Otra cuenta iba a recibir esta dirección, pero ya pertenece a una cuenta de {host}. Inicie sesión con esta dirección para usarla.\n\nSi no lo ha solicitado, ignore este correo: no cambia nada.\n",
    },
  },
  notices: {
    at: "Hora: {at}",
    account: {
      "account-linked": {
        subject: "Se ha vinculado una cuenta a la suya",
        text: "Ahora puede iniciar sesión con ella: {provider}.",
        advice: account,
      },
      "account-unlinked": {
        subject: "Se ha quitado una cuenta vinculada de la suya",
        text: "Ya no puede iniciar sesión con ella: {provider}.",
        advice: account,
      },
      deleted: {
        subject: "Se ha eliminado su cuenta",
        text: "Se han borrado todos los datos que contenía. Este es el último correo sobre ella.",
        advice: "Si no ha sido usted, proteja su buzón y escriba al responsable del sitio.",
      },
      exported: {
        subject: "Se ha creado una copia de los datos de su cuenta",
        text: "Contiene lo que se guarda sobre usted, sin contraseñas ni claves.",
        advice: account,
      },
      "passkey-added": {
        subject: "Se ha añadido una llave de acceso a su cuenta",
        text: "Ahora puede iniciar sesión con ella.",
        advice: account,
      },
      "passkey-removed": {
        subject: "Se ha eliminado una llave de acceso de su cuenta",
        text: "Ya no puede iniciar sesión con ella.",
        advice: account,
      },
      "passkey-renamed": {
        subject: "Se ha cambiado el nombre de una llave de acceso de su cuenta",
        text: "Abre su cuenta igual que antes.",
        advice: account,
      },
      renamed: {
        subject: "Se ha cambiado el nombre de su cuenta",
        text: "Inicia sesión igual que antes.",
        advice: account,
      },
      "sessions-ended": {
        subject: "Se han cerrado sesiones de su cuenta",
        text: "Donde estaban abiertas, deberá iniciar sesión de nuevo.",
        advice: account,
      },
    },
    address: {
      "changed": {
        subject: "Se ha cambiado la dirección de su cuenta",
        text: "Los correos sobre su cuenta ya no llegan a esta dirección, y ya no abre la cuenta.",
        advice:
          "Si no ha sido usted, abra este enlace para deshacer el cambio. Es válido durante {time}. Su cuenta recuperará esta dirección y se cerrará la sesión en todos los navegadores:\n\n{url}",
        button: "Deshacer el cambio",
      },
      "changed-for-good": {
        subject: "Se ha cambiado la dirección de su cuenta",
        text:
          "El usuario de la cuenta ha confirmado en dos pasos que esta dirección está perdida, así que el cambio no se puede deshacer por correo. Esta dirección ya no abre la cuenta.",
        advice: "Si no ha sido usted, escriba al responsable del sitio.",
      },
      "undo-requested": {
        subject: "Se deshará el cambio de su dirección",
        text:
          "Lo ha solicitado alguien en la dirección anterior. A partir de {due}, la cuenta puede recuperar esa dirección; entonces se elimina lo añadido desde el cambio.",
        advice:
          "Si otra persona lee el buzón anterior, abra esta página antes de esa hora y conserve la nueva dirección. Lo confirmará en dos pasos:\n\n{url}",
        button: "Conservar la nueva dirección",
      },
      "undo-cancelled": {
        subject: "El cambio de su dirección se mantiene",
        text:
          "El usuario de la cuenta ha impedido en dos pasos que se deshaga el cambio. El enlace de nuestro correo ya no funciona.",
        advice: "Si ha perdido la cuenta por esto, escriba al responsable del sitio.",
      },
      "changed-unproven": {
        subject: "Se ha quitado esta dirección de una cuenta",
        text: "La cuenta tiene ahora otra dirección.",
        advice: "Esta dirección nunca se confirmó. Si la cuenta es suya, inicie sesión en ella.",
      },
      "restored": {
        subject: "Su cuenta vuelve a tener esta dirección",
        text:
          "El cambio de dirección se ha deshecho con el enlace de nuestro correo. Se ha cerrado la sesión en todos los navegadores. Se han eliminado la contraseña, las llaves de acceso, las cuentas vinculadas y los métodos de verificación añadidos desde el cambio.",
        advice:
          "Inicie sesión con esta dirección, establezca una contraseña nueva si tenía una y revise el contenido de su cuenta.",
      },
      "removed": {
        subject: "Se ha deshecho el cambio de una dirección",
        text:
          "La cuenta ya no tiene esta dirección: la persona de la dirección anterior ha deshecho el cambio.",
        advice: "Si la cuenta es suya, inicie sesión con la dirección anterior.",
      },
    },
    factors: {
      added: {
        subject: "Se ha añadido un método de verificación a su cuenta",
        text: "A partir de ahora puede confirmar un inicio de sesión con él: {factor}.",
        advice: factors,
      },
      removed: {
        subject: "Se ha eliminado un método de verificación de su cuenta",
        text: "Ya no puede confirmar un inicio de sesión con él: {factor}.",
        advice: factors,
      },
      replaced: {
        subject: "Se ha sustituido un método de verificación de su cuenta",
        text: "Es nuevo y el anterior ya no funciona: {factor}.",
        advice: factors,
      },
      "recovery-used": {
        subject: "Se ha usado un código de recuperación de su cuenta",
        text: "Ha confirmado un inicio de sesión y no volverá a funcionar.",
        advice: factors,
      },
      "reset-requested": {
        subject: "Se eliminarán todos los métodos de verificación de su cuenta",
        text:
          "Lo ha pedido un administrador. Se hará efectivo el {due}. Después, iniciar sesión no exigirá un segundo paso hasta que configure uno nuevo.",
        advice:
          "Si usted no lo ha pedido, inicie sesión antes de esa hora y cancélelo en la página de sus métodos de verificación.",
      },
      reset: {
        subject: "Se han eliminado todos los métodos de verificación de su cuenta",
        text:
          "Lo ha pedido un administrador. Iniciar sesión no exige un segundo paso hasta que configure uno nuevo.",
        advice: factors,
      },
    },
    passwords: {
      set: {
        subject: "Se ha establecido una contraseña para su cuenta",
        text: "Ahora puede iniciar sesión con su dirección de correo y esta contraseña.",
        advice: passwords,
      },
      changed: {
        subject: "Se ha cambiado la contraseña de su cuenta",
        text: "La anterior ya no funciona.",
        advice: passwords,
      },
      removed: {
        subject: "Se ha eliminado la contraseña de su cuenta",
        text: "Ya no puede iniciar sesión con ella.",
        advice: passwords,
      },
    },
  },
};
