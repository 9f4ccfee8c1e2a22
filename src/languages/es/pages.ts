/**
 * Spanish texts of the pages to sign in and of those about one proof.
 *
 * @module
 */

import type { Texts } from "../../types/texts.ts";

/** The texts. */
export const pages: Omit<
  Texts,
  | "account"
  | "device"
  | "factors"
  | "keys"
  | "mails"
  | "notices"
  | "native"
  | "oauthServer"
  | "organizationKeys"
  | "organizations"
> = {
  titles: {
    signin: "Iniciar sesión",
    signup: "Crear una cuenta",
    connect: "Conectar una cuenta",
    signout: "Cerrar sesión",
    error: "Error: {title}",
    "verify-request": "Revise su correo",
    confirm: "¿Iniciar sesión?",
  },
  signIn: {
    heading: "Iniciar sesión",
    again: "Confirme su identidad",
    to: "para continuar en {site}",
    signedIn: "Ha iniciado sesión como {name}.",
    goOn: "Continuar",
    with: "Continuar con {name}",
    withPasskey: "Iniciar sesión con una llave de acceso",
    withPassword: "Iniciar sesión con contraseña",
    email: "Correo electrónico",
    next: "Continuar",
    change: "Cambiar",
    submit: "Iniciar sesión",
    link: "Enviarme un enlace de acceso",
    or: "o",
    more: "Otras formas de iniciar sesión",
    last: "Último uso",
    password: "Contraseña",
    forgot: "¿Olvidó su contraseña?",
    isNew: "¿Es su primera visita?",
    create: "Crear una cuenta",
  },
  signUp: { heading: "Cree su cuenta", isKnown: "¿Ya tiene una cuenta?" },
  connect: {
    heading: "¿Conectar {name}?",
    text: "Así también podrá iniciar sesión en {site} con {name}.",
    submit: "Conectar {name}",
    skip: "Ahora no",
  },
  passkey: {
    create: "Crear una llave de acceso",
    noScript: "Las llaves de acceso necesitan JavaScript. Actívelo o inicie sesión de otra forma.",
    unsupported: "Este navegador no puede usar llaves de acceso aquí. Inicie sesión de otra forma.",
    errors: {
      failed: "No ha funcionado. Inténtelo de nuevo.",
      NotAllowedError:
        "No se ha usado ninguna llave de acceso. Inténtelo de nuevo, cree una o inicie sesión de otra forma.",
      InvalidStateError:
        "Este dispositivo ya tiene una llave de acceso para esta cuenta. Inicie sesión con ella.",
      SecurityError:
        "Las llaves de acceso no funcionan en esta dirección. Inicie sesión de otra forma.",
      no_user: "Compruebe sus datos e inténtelo de nuevo.",
      no_sign_up: "Las cuentas nuevas necesitan una invitación. Inicie sesión como antes.",
      signed_in: "Ya ha iniciado sesión.",
      TooManyRequests: "Demasiados intentos. Espere un momento e inténtelo de nuevo.",
    },
  },
  signOut: {
    heading: "Cerrar sesión",
    question: "¿Quiere cerrar la sesión en {host}?",
    submit: "Cerrar sesión",
    done: "Ha cerrado la sesión",
  },
  verify: {
    heading: "Revise su correo",
    sent: "Hemos enviado un correo a {email}.",
    text: {
      "sign-in": "Abra su enlace en este navegador para iniciar sesión.",
      "sign-up": "Abra su enlace en este navegador para confirmar su dirección.",
      password: "Abra su enlace en este navegador para elegir una contraseña nueva.",
    },
    textWithCode: "Introduzca aquí el código del correo o abra su enlace en este navegador.",
    textUnknown: "Abra el enlace del correo en el navegador en el que lo solicitó.",
    code: "Código",
    submit: "Continuar",
    wrong: {
      one: "Este código es incorrecto. Le queda un intento.",
      other: "Este código es incorrecto. Le quedan {count} intentos.",
    },
    ended: "El código ya no es válido. El enlace del correo sigue funcionando.",
    inbox: "Abrir {name}",
    resend: "Enviar otro correo",
    tooSoon: "El correo se acaba de enviar. Podrá pedir otro dentro de {time}.",
    change: "¿Dirección equivocada?",
  },
  confirm: {
    heading: "¿Iniciar sesión?",
    text: "Va a iniciar sesión en {host} como {email}.",
    textWithoutEmail: "Va a iniciar sesión en {host}.",
    hint: "Este enlace se solicitó en otro navegador. Continúe solo si lo solicitó usted.",
    submit: "Iniciar sesión",
  },
  visitor: {
    heading: "Ahora ha iniciado sesión como {name}",
    text:
      "La página se abrió antes de que iniciara sesión con esta cuenta, así que no se ha cambiado nada.",
    submit: "Continuar con esta cuenta",
    back: "Volver",
  },
  signInErrors: {
    default: "No se ha podido iniciar sesión. Inténtelo de nuevo.",
    another: "No se ha podido iniciar sesión. Inténtelo de nuevo o use otra cuenta.",
    OAuthAccountNotLinked:
      "Esta dirección de correo pertenece a una cuenta con otra forma de iniciar sesión. Inicie sesión como la primera vez.",
    AccountNotLinked:
      "Esta llave de acceso o dirección de correo pertenece a otra cuenta. Inicie sesión como la primera vez y añada después una llave de acceso.",
    EmailSignin: "No se ha podido enviar el correo. Compruebe la dirección e inténtelo de nuevo.",
    CredentialsSignin: "El correo o la contraseña no son correctos.",
    wrongDetails: "No se ha podido iniciar sesión. Compruebe sus datos e inténtelo de nuevo.",
    SessionRequired: "Inicie sesión para ver esta página.",
    MissingCSRF: "Este formulario ha estado abierto demasiado tiempo. Inténtelo de nuevo.",
  },
  errors: {
    default: { heading: "Algo ha salido mal", text: "Vuelva al sitio e inténtelo de nuevo." },
    Configuration: {
      heading: "No es posible iniciar sesión",
      text: "Hay un problema con la configuración de este sitio. Inténtelo de nuevo más tarde.",
    },
    InvalidCheck: {
      heading: "Empiece de nuevo",
      text: "Este inicio de sesión ha caducado, ya se ha usado o comenzó en otro navegador.",
    },
    AccessDenied: {
      heading: "Acceso denegado",
      text: "No tiene permiso para iniciar sesión. Pruebe con otra cuenta.",
    },
    NoProof: {
      heading: "No puede abrir esta página así",
      text:
        "La página exige un inicio de sesión más seguro que este. Inicie sesión de otra forma, por ejemplo con una llave de acceso, o pregunte a los responsables del sitio qué forma sirve.",
    },
    Verification: {
      heading: "Este enlace no funciona",
      text: "Ya se ha usado o ha caducado. Solicite uno nuevo.",
    },
    WebAuthnVerificationError: {
      heading: "No se ha aceptado su llave de acceso",
      text: "Inténtelo de nuevo o inicie sesión de otra forma.",
    },
    TooManyRequests: {
      heading: "Demasiados intentos",
      text: "Espere un momento e inténtelo de nuevo.",
    },
    NotFound: {
      heading: "Esta página no existe",
      text: "Compruebe la dirección o empiece de nuevo.",
    },
    BadRequest: {
      heading: "No ha funcionado",
      text: "No se ha podido leer la solicitud. Empiece de nuevo.",
    },
  },
  wait: {
    until: "Inténtelo de nuevo en {time}.",
    account: "También puede iniciar sesión de otra forma o en un dispositivo que haya usado antes.",
    recipient: "El último correo que enviamos sigue siendo válido.",
    network: "Han llegado muchas solicitudes desde su red.",
  },
  reference: "Referencia {reference}",
  again: "Iniciar sesión",
  site: "Ir a {host}",
  toAccount: "Volver a su cuenta",
  links: { terms: "Condiciones", privacy: "Privacidad", support: "Ayuda" },
  factor: {
    title: "Verificación en dos pasos",
    heading: "Un paso más",
    again: "Confirme su identidad",
    choose: {
      heading: "Proteja su cuenta",
      text: "Este sitio pide la verificación en dos pasos. Elija el método que quiere configurar.",
      submit: "Configurar: {name}",
      recommended: "Recomendado",
    },
    set: "Configurar: {name}",
    step: "Paso {at} de {steps}",
    scan: {
      open: "Abra su aplicación de autenticación y añada una cuenta en ella.",
      picture: "Escanee esta imagen con ella.",
      code: "Introduzca los seis dígitos que muestra.",
    },
    secret: "Si no puede escanear, introduzca esta clave en la aplicación:",
    copy: "Copiar",
    copied: "Copiado",
    qr: "Código QR con la clave para su aplicación de autenticación",
    openApp: "Abrir en la aplicación de este dispositivo",
    send: "Enviar un código",
    resend: "Enviar otro código",
    beforeSend: "Enviaremos un código a {target}.",
    sent: "Hemos enviado un código a {target}. Introdúzcalo aquí.",
    submit: "Continuar",
    trust: "No volver a preguntar en este dispositivo durante {time}",
    wrong: "El código es incorrecto. Compruébelo e inténtelo de nuevo.",
    back: "Elegir otro método",
    cancel: "Cancelar",
    notYou: "¿No es usted?",
    lost: {
      summary: "No puedo usar ninguno de estos métodos",
      text:
        "Si aún tiene la sesión iniciada en otro dispositivo, añada allí un método. Si no, escriba a {site}: cuando quede claro quién es usted, se podrán eliminar sus métodos.",
    },
    ceremony: {
      authenticate: "Usar llave de acceso o de seguridad",
      register: "Configurar llave de acceso o de seguridad",
      noScript:
        "Las llaves de acceso y de seguridad necesitan JavaScript. Actívelo o elija otro método.",
      unsupported:
        "Este navegador no puede usar aquí llaves de acceso ni de seguridad. Elija otro método.",
      errors: {
        failed: "No ha funcionado. Inténtelo de nuevo.",
        NotAllowedError:
          "No se ha usado ninguna llave de acceso o de seguridad. Inténtelo de nuevo o elija otro método.",
        InvalidStateError:
          "Esta llave ya está configurada. Use otro dispositivo u otra llave de seguridad.",
        SecurityError: "Las llaves de acceso no funcionan en esta dirección. Elija otro método.",
      },
    },
    others: "Otros métodos",
    factors: {
      totp: {
        name: "Aplicación de autenticación",
        about: "Seis dígitos de una aplicación de su teléfono o de su gestor de contraseñas.",
        prove:
          "Introduzca los seis dígitos que su aplicación de autenticación muestra para este sitio.",
        confirm:
          "Sirve cualquier aplicación de autenticación, también la de su gestor de contraseñas.",
        label: "Código",
      },
      recovery: {
        name: "Códigos de recuperación",
        one: "Código de recuperación",
        about: "Diez códigos para guardar en papel. Cada uno funciona una sola vez.",
        prove:
          "Introduzca uno de los códigos de recuperación que guardó. Cada uno funciona una sola vez.",
        confirm: "",
        label: "Código de recuperación",
      },
      mail: {
        name: "Código por correo",
        about: "Le enviamos un código por correo cada vez.",
        prove: "",
        confirm: "Hemos enviado un código a {target}. Introdúzcalo aquí.",
        label: "Código",
      },
      passkey: {
        name: "Llave de acceso o de seguridad",
        about: "Su huella, su cara o su PIN, o una llave que se conecta. A salvo de sitios falsos.",
        prove: "Use la llave de acceso o de seguridad de esta cuenta.",
        confirm: "Cree una llave de acceso o use una llave de seguridad.",
        label: "",
      },
    },
    other: { prove: "{name}", confirm: "{name}", label: "Código" },
  },
  password: {
    ask: {
      heading: "Restablezca su contraseña",
      text:
        "Introduzca su dirección de correo. Le enviaremos un enlace para establecer una contraseña nueva.",
      textSignedIn:
        "Para establecer una contraseña, confirme su dirección de correo. Le enviaremos un enlace.",
      label: "Correo electrónico",
      submit: "Enviarme un enlace",
    },
    set: "Establecer una contraseña",
    change: "Cambiar su contraseña",
    current: "Contraseña actual",
    password: "Contraseña nueva",
    show: "Mostrar la contraseña",
    capsLock: "Bloq Mayús está activado.",
    rules:
      "Al menos {min} caracteres. Cuatro palabras sin relación entre sí funcionan bien. Se permiten espacios.",
    submit: "Guardar la contraseña",
    forgot: "¿Olvidó su contraseña actual?",
    done: {
      heading: "Se ha establecido su contraseña",
      text: "A partir de ahora puede iniciar sesión con ella.",
      submit: "Continuar",
    },
    errors: {
      "too-short": "Esta contraseña es demasiado corta. Use al menos {min} caracteres.",
      "too-long": "Esta contraseña es demasiado larga. Use {max} caracteres como máximo.",
      "malformed": "Esta contraseña contiene caracteres que no se pueden usar. Elija otra.",
      "common": "Esta contraseña es fácil de adivinar. Elija otra.",
      "personal":
        "Esta contraseña es su dirección, su nombre o el nombre de este sitio. Elija otra.",
      "breached": "Esta contraseña aparece en una filtración de datos de otro sitio. Elija otra.",
      "different": "Las dos contraseñas no coinciden. Escríbalas de nuevo.",
      "wrong-password": "La contraseña actual no es correcta. Inténtelo de nuevo.",
      "expired":
        "Esta página ha estado abierta demasiado tiempo. Confirme de nuevo su dirección de correo.",
      "default": "No ha funcionado. Inténtelo de nuevo.",
    },
  },
  address: {
    request: {
      heading: "Cambiar su dirección de correo",
      headingWithout: "Añadir una dirección de correo",
      text:
        "Su dirección es {email}. Enviaremos un código a la nueva y un aviso del cambio a la actual.",
      textWithout: "Su cuenta todavía no tiene dirección. Enviaremos un código a la que escriba.",
      label: "Nuevo correo electrónico",
      submit: "Enviar un código",
      unproven: "Todavía no ha confirmado {email}.",
      prove: "Confirmar esta dirección",
      lost: "Ya no tengo acceso a {email}",
      lostHint: "Recibirá un correo sin enlace para deshacer el cambio.",
      stale: "Primero confirme su identidad.",
      confirm: "Continuar",
    },
    code: {
      heading: "Escriba el código",
      text:
        "Hemos enviado un correo a {email}. Escriba el código que contiene para que sea su dirección.",
      textOwn:
        "Hemos enviado un correo a {email}. Escriba el código que contiene para confirmar su dirección.",
      label: "Código",
      submit: "Confirmar la dirección",
      cancel: "Usar otra dirección",
    },
    done: {
      heading: "Su dirección está confirmada",
      text: "La dirección de su cuenta es {email}.",
      submit: "Continuar",
    },
    undo: {
      heading: "¿Deshacer el cambio de su dirección?",
      text:
        "Su cuenta recupera la dirección {email}. Se cierra la sesión en todos los navegadores. Se eliminan la contraseña, las llaves de acceso, las cuentas conectadas y los métodos de verificación en dos pasos añadidos desde el cambio.",
      submit: "Deshacer el cambio",
    },
    undone: {
      heading: "El cambio se ha deshecho",
      text:
        "Su cuenta ha recuperado su dirección. Inicie sesión con ella y revise el contenido de su cuenta.",
      submit: "Iniciar sesión",
    },
    lost: {
      heading: "Este enlace no se puede usar",
      text: "Ya se ha usado o tiene más de {time}.",
      submit: "Ir a su cuenta",
    },
    waiting: {
      heading: "El cambio se deshará más tarde",
      text:
        "La cuenta se ha protegido desde entonces, así que su usuario puede oponerse hasta {due}. Vuelva a abrir el enlace del correo después de esa hora.",
    },
    contested: {
      heading: "Alguien quiere deshacer el cambio de su dirección",
      text:
        "Esa persona lee el buzón anterior. A partir de {due}, la cuenta puede recuperar la dirección anterior.",
      submit: "Conservar la nueva dirección",
    },
    kept: {
      heading: "Su dirección se mantiene",
      text:
        "La dirección de su cuenta es {email}. El enlace enviado a la dirección anterior ya no funciona.",
      submit: "Continuar",
    },
    errors: {
      "not-two-factors":
        "Para esto, confirme con un método de verificación que tenga desde hace tres días y que no sea un código por correo.",
      "invalid": "Esto no es una dirección de correo. Compruebe que no tenga erratas.",
      "same": "Esta ya es su dirección.",
      "mail-failed":
        "No se ha podido enviar el correo. Compruebe la dirección e inténtelo de nuevo.",
      "wrong-code": "Este código no es correcto. Compruébelo e inténtelo de nuevo.",
      "expired": "Este código ya no se puede usar. Solicite uno nuevo.",
      "taken": "Esta dirección pertenece a otra cuenta.",
      "moved": "La dirección de la cuenta ha cambiado entretanto.",
      "default": "No ha funcionado. Inténtelo de nuevo.",
    },
  },
};
