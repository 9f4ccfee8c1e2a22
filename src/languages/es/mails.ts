/**
 * Spanish texts of emails.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";
import { organizationNotices } from "./organizations.ts";

/** The texts. */
export const mails: Pick<Texts, "mails" | "notices"> = {
  mails: {
    link: {
      subject: "Iniciar sesión en {site}",
      codeSubject: "{code} es su código para {site}",
      button: "Iniciar sesión",
      signUp: {
        subject: "Confirme su dirección para {site}",
        codeSubject: "{code} es su código para confirmar su dirección en {site}",
        button: "Confirmar la dirección",
      },
      password: {
        subject: "Restablezca su contraseña de {site}",
        codeSubject: "{code} es su código para restablecer su contraseña de {site}",
        button: "Elegir una contraseña nueva",
      },
      code: "O escriba este código en el navegador donde lo solicitó (válido durante {time}):",
      expires: "El enlace funciona una sola vez y es válido durante {time}.",
      ignore: "Si no ha solicitado este correo, ignórelo.",
      secret: "No comparta este código con nadie.",
    },
    factorCode: {
      subject: "{code} es su código para {site}",
      heading: "Su código para {site}",
      text:
        "{code}\n\nEscriba este código en {site}. Es válido durante {time}. No lo comparta con nadie.\n\nSi no está iniciando sesión ahora, es posible que otra persona conozca su contraseña: cámbiela.\n",
    },
    addressCode: {
      subject: "{code} es su código para {site}",
      heading: "Su código para {site}",
      text:
        "{code}\n\nEscriba este código en {site} para confirmar esta dirección. Es válido durante {time}. No lo comparta con nadie.\n\nSi no lo ha solicitado, ignore este correo: no cambia nada.\n",
    },
    addressTaken: {
      subject: "Su dirección ya se usa en {site}",
      text:
        "Otra cuenta iba a recibir esta dirección, pero ya pertenece a una cuenta de {site}. Inicie sesión con esta dirección para usarla.\n\nSi no lo ha solicitado, ignore este correo: no cambia nada.\n",
    },
  },
  notices: {
    device: "{browser} en {system}",
    notYou: "¿No ha sido usted?",
    secure: "Proteger su cuenta",
    check: "¿No ha sido usted? Inicie sesión cuanto antes y revise su cuenta.",
    account: {
      "account-linked": {
        subject: "Se ha conectado una cuenta a la suya",
        text: "Ahora puede iniciar sesión con ella: {provider}.",
      },
      "account-unlinked": {
        subject: "Se ha desconectado una cuenta de la suya",
        text: "Ya no puede iniciar sesión con ella: {provider}.",
      },
      "app-allowed": {
        subject: "Una aplicación ha obtenido acceso a su cuenta",
        text: "Ahora puede hacer lo que usted permitió.",
      },
      deleted: {
        subject: "Se ha eliminado su cuenta",
        text: "Se han borrado todos los datos que contenía. Este es el último correo sobre ella.",
        advice: "¿No ha sido usted? Proteja su buzón y póngase en contacto con el sitio.",
      },
      "deletion-cancelled": {
        subject: "Su cuenta se conserva",
        text: "No se eliminará.",
      },
      "deletion-requested": {
        subject: "Su cuenta se eliminará el {due}",
        text:
          "Se ha cerrado su sesión en todos los dispositivos. Para conservar su cuenta, inicie sesión antes de ese día.",
      },
      exported: {
        subject: "Se ha creado una copia de los datos de su cuenta",
        text: "Contiene lo que se guarda sobre usted, sin contraseñas ni claves.",
      },
      "key-created": {
        subject: "Se ha creado una clave de API para su cuenta",
        text: "Los programas que la tengan pueden actuar en su nombre.",
      },
      "new-device": {
        subject: "Nuevo inicio de sesión en su cuenta",
        text: "Se ha hecho desde un navegador en el que no había iniciado sesión antes.",
      },
      "passkey-added": {
        subject: "Se ha añadido una llave de acceso a su cuenta",
        text: "Ahora puede iniciar sesión con ella.",
      },
      "passkey-removed": {
        subject: "Se ha eliminado una llave de acceso de su cuenta",
        text: "Ya no puede iniciar sesión con ella.",
      },
      "passkey-renamed": {
        subject: "Se ha cambiado el nombre de una llave de acceso de su cuenta",
        text: "Sigue funcionando.",
      },
      renamed: {
        subject: "Se ha cambiado el nombre de su cuenta",
        text: "No ha cambiado nada más.",
      },
      "sessions-ended": {
        subject: "Se ha cerrado la sesión en dispositivos de su cuenta",
        text: "Para usar su cuenta en ellos, deberá iniciar sesión de nuevo.",
      },
    },
    address: {
      changed: {
        subject: "Se ha cambiado su dirección de correo",
        text:
          "Los correos sobre su cuenta ya no llegan a esta dirección, y ya no permite iniciar sesión.",
        advice:
          "¿No ha sido usted? Deshaga el cambio (posible durante {time}). Su cuenta recuperará esta dirección y se cerrará la sesión en todos los dispositivos.",
        button: "Deshacer este cambio",
      },
      "changed-for-good": {
        subject: "Se ha cambiado su dirección de correo",
        text:
          "El usuario de la cuenta ha confirmado en dos pasos que esta dirección está perdida, así que el cambio no se puede deshacer por correo. Ya no permite iniciar sesión.",
        advice: "¿No ha sido usted? Póngase en contacto con el sitio.",
      },
      "changed-unproven": {
        subject: "Se ha quitado esta dirección de una cuenta",
        text: "La cuenta tiene ahora otra dirección.",
        advice: "Esta dirección nunca se confirmó. Si la cuenta es suya, inicie sesión en ella.",
      },
      restored: {
        subject: "Su cuenta vuelve a tener esta dirección",
        text:
          "El cambio de dirección se ha deshecho con el enlace de nuestro correo. Se ha cerrado la sesión en todos los dispositivos. Se han eliminado la contraseña, las llaves de acceso, las cuentas conectadas y los métodos de verificación en dos pasos añadidos desde el cambio.",
        advice:
          "Inicie sesión con esta dirección, establezca una contraseña nueva si tenía una y revise el contenido de su cuenta.",
      },
      removed: {
        subject: "Se ha deshecho el cambio de una dirección",
        text:
          "La cuenta ya no tiene esta dirección: la persona de la dirección anterior ha deshecho el cambio.",
        advice: "Si la cuenta es suya, inicie sesión con la dirección anterior.",
      },
      "undo-requested": {
        subject: "Se deshará el cambio de su dirección",
        text:
          "Lo ha solicitado alguien en la dirección anterior. A partir del {due}, la cuenta puede recuperar esa dirección; entonces se elimina lo añadido desde el cambio.",
        advice:
          "¿Otra persona lee el buzón anterior? Conserve la nueva dirección antes de esa hora. Lo confirmará en dos pasos.",
        button: "Conservar la nueva dirección",
      },
      "undo-cancelled": {
        subject: "El cambio de su dirección se mantiene",
        text:
          "El usuario de la cuenta ha impedido en dos pasos que se deshaga el cambio. El enlace de nuestro correo ya no funciona.",
        advice: "Si ha perdido la cuenta por esto, póngase en contacto con el sitio.",
      },
    },
    factors: {
      added: {
        subject: "Se ha añadido un método de verificación en dos pasos",
        text: "A partir de ahora puede confirmar un inicio de sesión con él: {factor}.",
      },
      removed: {
        subject: "Se ha eliminado un método de verificación en dos pasos",
        text: "Ya no puede confirmar un inicio de sesión con él: {factor}.",
      },
      replaced: {
        subject: "Se ha sustituido un método de verificación en dos pasos",
        text: "El nuevo funciona y el anterior ya no: {factor}.",
      },
      "recovery-used": {
        subject: "Se ha usado un código de recuperación",
        text: "Ha confirmado un inicio de sesión y no volverá a funcionar.",
      },
      "reset-requested": {
        subject: "Se desactivará la verificación en dos pasos",
        text:
          "Lo ha pedido un administrador. A partir del {due}, iniciará sesión sin la verificación en dos pasos. Hasta entonces puede iniciar sesión y cancelarlo en la página de la verificación en dos pasos.",
      },
      reset: {
        subject: "Se ha desactivado la verificación en dos pasos",
        text:
          "Lo ha pedido un administrador. Inicia sesión sin la verificación en dos pasos hasta que añada un método nuevo.",
      },
    },
    organizations: organizationNotices,
    passwords: {
      set: {
        subject: "Se ha establecido una contraseña para su cuenta",
        text: "Ahora puede iniciar sesión con su dirección de correo y esta contraseña.",
      },
      changed: {
        subject: "Se ha cambiado su contraseña",
        text: "La anterior ya no funciona.",
      },
      removed: {
        subject: "Se ha eliminado su contraseña",
        text: "Ya no puede iniciar sesión con ella.",
      },
    },
  },
};
