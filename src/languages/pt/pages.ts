/**
 * Portuguese texts of the pages to sign in and of those about one proof.
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
    signin: "Entrar",
    signup: "Criar conta",
    connect: "Conectar uma conta",
    signout: "Sair",
    error: "Erro: {title}",
    "verify-request": "Verifique seu e‑mail",
    confirm: "Entrar?",
  },
  signIn: {
    heading: "Entrar",
    again: "Confirme sua identidade",
    to: "para continuar em {site}",
    signedIn: "Sua sessão está aberta como {name}.",
    goOn: "Continuar",
    with: "Continuar com {name}",
    withPasskey: "Entrar com uma chave de acesso",
    withPassword: "Entrar com senha",
    email: "E‑mail",
    next: "Continuar",
    change: "Alterar",
    submit: "Entrar",
    link: "Enviar um link de acesso por e‑mail",
    or: "ou",
    more: "Outras formas de entrar",
    last: "Último uso",
    password: "Senha",
    forgot: "Esqueceu a senha?",
    isNew: "Primeira vez aqui?",
    create: "Criar conta",
  },
  signUp: { heading: "Crie sua conta", isKnown: "Já tem uma conta?" },
  connect: {
    heading: "Conectar {name}?",
    text: "Assim você também poderá entrar em {site} com {name}.",
    submit: "Conectar {name}",
    skip: "Agora não",
  },
  passkey: {
    create: "Criar uma chave de acesso",
    noScript: "As chaves de acesso precisam de JavaScript. Ative-o ou entre de outra forma.",
    unsupported: "Este navegador não pode usar chaves de acesso aqui. Entre de outra forma.",
    errors: {
      failed: "Não funcionou. Tente novamente.",
      NotAllowedError:
        "Nenhuma chave de acesso foi usada. Tente novamente, crie uma ou entre de outra forma.",
      InvalidStateError:
        "Este dispositivo já tem uma chave de acesso para esta conta. Entre com ela.",
      SecurityError: "As chaves de acesso não funcionam neste endereço. Entre de outra forma.",
      no_user: "Verifique seus dados e tente novamente.",
      no_sign_up: "Novas contas precisam de um convite. Entre como fazia antes.",
      signed_in: "Sua sessão já está aberta.",
      TooManyRequests: "Muitas tentativas. Aguarde um pouco e tente novamente.",
    },
  },
  signOut: {
    heading: "Sair",
    question: "Deseja sair de {host}?",
    submit: "Sair",
    done: "Você saiu da sua conta",
  },
  verify: {
    heading: "Verifique seu e‑mail",
    sent: "Enviamos um e‑mail para {email}.",
    text: {
      "sign-in": "Abra o link dele neste navegador para entrar.",
      "sign-up": "Abra o link dele neste navegador para confirmar seu endereço.",
      password: "Abra o link dele neste navegador para escolher uma nova senha.",
    },
    textWithCode: "Digite aqui o código do e‑mail ou abra o link neste navegador.",
    textUnknown: "Abra o link do e‑mail no navegador em que você o solicitou.",
    code: "Código",
    submit: "Continuar",
    wrong: {
      one: "Este código está incorreto. Resta uma tentativa.",
      other: "Este código está incorreto. Restam {count} tentativas.",
    },
    ended: "O código não é mais válido. O link do e‑mail continua funcionando.",
    inbox: "Abrir {name}",
    resend: "Enviar outro e‑mail",
    tooSoon: "O e‑mail acabou de ser enviado. Você poderá pedir outro em {time}.",
    change: "Endereço errado?",
  },
  confirm: {
    heading: "Entrar?",
    text: "Você está prestes a entrar em {host} como {email}.",
    textWithoutEmail: "Você está prestes a entrar em {host}.",
    hint:
      "Este link foi solicitado em outro navegador. Continue somente se foi você quem o solicitou.",
    submit: "Entrar",
  },
  visitor: {
    heading: "Agora sua sessão está aberta como {name}",
    text: "A página foi aberta antes de você entrar com esta conta; por isso, nada foi alterado.",
    submit: "Continuar com esta conta",
    back: "Voltar",
  },
  signInErrors: {
    default: "Não foi possível entrar. Tente novamente.",
    another: "Não foi possível entrar. Tente novamente ou use outra conta.",
    OAuthAccountNotLinked:
      "Este endereço de e‑mail pertence a uma conta com outra forma de entrar. Entre como fez na primeira vez.",
    AccountNotLinked:
      "Esta chave de acesso ou este endereço de e‑mail pertence a outra conta. Entre como fez na primeira vez e depois adicione uma chave de acesso.",
    EmailSignin: "Não foi possível enviar o e‑mail. Verifique o endereço e tente novamente.",
    CredentialsSignin: "E‑mail ou senha incorretos.",
    wrongDetails: "Não foi possível entrar. Verifique seus dados e tente novamente.",
    SessionRequired: "Entre para ver esta página.",
    MissingCSRF: "Este formulário ficou aberto por muito tempo. Tente novamente.",
  },
  errors: {
    default: { heading: "Algo deu errado", text: "Volte ao site e tente novamente." },
    Configuration: {
      heading: "Não é possível entrar agora",
      text: "Há um problema nas configurações deste site. Tente novamente mais tarde.",
    },
    InvalidCheck: {
      heading: "Comece de novo",
      text: "Este acesso expirou, já foi usado ou começou em outro navegador.",
    },
    AccessDenied: {
      heading: "Acesso negado",
      text: "Você não tem permissão para entrar. Tente com outra conta.",
    },
    NoProof: {
      heading: "Não é possível abrir esta página assim",
      text:
        "A página exige um login mais seguro do que este. Entre de outra forma, por exemplo com uma chave de acesso, ou pergunte aos responsáveis pelo site qual forma funciona.",
    },
    Verification: {
      heading: "Este link não funciona",
      text: "Ele já foi usado ou expirou. Solicite um novo.",
    },
    WebAuthnVerificationError: {
      heading: "Sua chave de acesso não foi aceita",
      text: "Tente novamente ou entre de outra forma.",
    },
    TooManyRequests: {
      heading: "Muitas tentativas",
      text: "Aguarde um pouco e tente novamente.",
    },
    NotFound: {
      heading: "Esta página não existe",
      text: "Verifique o endereço ou comece de novo.",
    },
    BadRequest: {
      heading: "Não funcionou",
      text: "Não foi possível ler a solicitação. Comece de novo.",
    },
  },
  wait: {
    until: "Tente novamente em {time}.",
    account: "Você também pode entrar de outra forma ou em um dispositivo que já usou antes.",
    recipient: "O último e‑mail que enviamos continua válido.",
    network: "Chegaram muitas solicitações da sua rede.",
  },
  reference: "Referência {reference}",
  again: "Entrar",
  site: "Ir para {host}",
  toAccount: "Voltar para sua conta",
  links: { terms: "Termos", privacy: "Privacidade", support: "Ajuda" },
  factor: {
    title: "Verificação em duas etapas",
    heading: "Mais uma etapa",
    again: "Confirme sua identidade",
    choose: {
      heading: "Proteja sua conta",
      text: "Este site pede a verificação em duas etapas. Escolha o método que deseja configurar.",
      submit: "Configurar: {name}",
      recommended: "Recomendado",
    },
    set: "Configurar: {name}",
    step: "Etapa {at} de {steps}",
    scan: {
      open: "Abra seu aplicativo autenticador e adicione uma conta nele.",
      picture: "Escaneie esta imagem com ele.",
      code: "Insira os seis dígitos que ele mostra.",
    },
    secret: "Se não puder escanear, insira esta chave no aplicativo:",
    copy: "Copiar",
    copied: "Copiado",
    qr: "Código QR com a chave para seu aplicativo autenticador",
    openApp: "Abrir no aplicativo deste dispositivo",
    send: "Enviar um código",
    resend: "Enviar um novo código",
    beforeSend: "Enviaremos um código para {target}.",
    sent: "Enviamos um código para {target}. Insira-o aqui.",
    submit: "Continuar",
    trust: "Não perguntar novamente neste dispositivo por {time}",
    wrong: "Este código está incorreto. Verifique-o e tente novamente.",
    back: "Escolher outro método",
    cancel: "Cancelar",
    notYou: "Não é você?",
    lost: {
      summary: "Não consigo usar nenhum destes",
      text:
        "Se sua sessão ainda estiver aberta em outro dispositivo, adicione um método lá. Caso contrário, escreva para {site}: assim que ficar claro quem você é, seus métodos poderão ser removidos.",
    },
    ceremony: {
      authenticate: "Usar chave de acesso ou de segurança",
      register: "Configurar chave de acesso ou de segurança",
      noScript:
        "As chaves de acesso e de segurança precisam de JavaScript. Ative-o ou escolha outro método.",
      unsupported:
        "Este navegador não pode usar chaves de acesso nem de segurança aqui. Escolha outro método.",
      errors: {
        failed: "Não funcionou. Tente novamente.",
        NotAllowedError:
          "Nenhuma chave de acesso ou de segurança foi usada. Tente novamente ou escolha outro método.",
        InvalidStateError:
          "Esta chave já está configurada. Use outro dispositivo ou outra chave de segurança.",
        SecurityError: "As chaves de acesso não funcionam neste endereço. Escolha outro método.",
      },
    },
    others: "Outros métodos",
    factors: {
      totp: {
        name: "Aplicativo autenticador",
        about: "Seis dígitos de um aplicativo no seu telefone ou do seu gerenciador de senhas.",
        prove: "Insira os seis dígitos que seu aplicativo autenticador mostra para este site.",
        confirm:
          "Qualquer aplicativo autenticador serve, inclusive o do seu gerenciador de senhas.",
        label: "Código",
      },
      recovery: {
        name: "Códigos de recuperação",
        one: "Código de recuperação",
        about: "Dez códigos para guardar em papel. Cada um funciona uma única vez.",
        prove:
          "Insira um dos códigos de recuperação que você guardou. Cada um funciona uma única vez.",
        confirm: "",
        label: "Código de recuperação",
      },
      mail: {
        name: "Código por e‑mail",
        about: "Enviamos um código por e‑mail a cada vez.",
        prove: "",
        confirm: "Enviamos um código para {target}. Insira-o aqui.",
        label: "Código",
      },
      passkey: {
        name: "Chave de acesso ou de segurança",
        about:
          "Sua digital, seu rosto ou seu PIN, ou uma chave que você conecta. Protege contra sites falsos.",
        prove: "Use a chave de acesso ou de segurança desta conta.",
        confirm: "Crie uma chave de acesso ou use uma chave de segurança.",
        label: "",
      },
    },
    other: { prove: "{name}", confirm: "{name}", label: "Código" },
  },
  password: {
    ask: {
      heading: "Redefina sua senha",
      text: "Digite seu endereço de e‑mail. Enviaremos um link para você definir uma nova senha.",
      textSignedIn:
        "Para definir uma senha, confirme seu endereço de e‑mail. Enviaremos um link para você.",
      label: "E‑mail",
      submit: "Enviar um link por e‑mail",
    },
    set: "Definir uma senha",
    change: "Alterar sua senha",
    current: "Senha atual",
    password: "Nova senha",
    show: "Mostrar a senha",
    capsLock: "O Caps Lock está ativado.",
    rules:
      "Pelo menos {min} caracteres. Quatro palavras sem relação entre si funcionam bem. Espaços são permitidos.",
    submit: "Salvar a senha",
    forgot: "Esqueceu sua senha atual?",
    done: {
      heading: "Sua senha está definida",
      text: "A partir de agora, você pode entrar com ela.",
      submit: "Continuar",
    },
    errors: {
      "too-short": "Esta senha é curta demais. Use pelo menos {min} caracteres.",
      "too-long": "Esta senha é longa demais. Use no máximo {max} caracteres.",
      "malformed": "Esta senha contém caracteres que não podem ser usados. Escolha outra.",
      "common": "Esta senha é fácil de adivinhar. Escolha outra.",
      "personal": "Esta senha é seu endereço, seu nome ou o nome deste site. Escolha outra.",
      "breached": "Esta senha aparece em um vazamento de dados de outro site. Escolha outra.",
      "different": "As duas senhas são diferentes. Digite-as novamente.",
      "wrong-password": "A senha atual está incorreta. Tente novamente.",
      "expired":
        "Esta página ficou aberta por muito tempo. Confirme novamente seu endereço de e‑mail.",
      "default": "Não funcionou. Tente novamente.",
    },
  },
  address: {
    request: {
      heading: "Alterar seu endereço de e‑mail",
      headingWithout: "Adicionar um endereço de e‑mail",
      text:
        "Seu endereço é {email}. Enviaremos um código para o novo e um aviso da alteração para o atual.",
      textWithout:
        "Sua conta ainda não tem endereço. Enviaremos um código para o que você digitar.",
      label: "Novo e‑mail",
      submit: "Enviar um código",
      unproven: "Você ainda não confirmou {email}.",
      prove: "Confirmar este endereço",
      lost: "Não tenho mais acesso a {email}",
      lostHint: "Ele receberá um e‑mail sem link para desfazer a alteração.",
      stale: "Primeiro, confirme sua identidade.",
      confirm: "Continuar",
    },
    code: {
      heading: "Digite o código",
      text:
        "Enviamos um e‑mail para {email}. Digite o código recebido para que este seja seu endereço.",
      textOwn:
        "Enviamos um e‑mail para {email}. Digite o código recebido para confirmar seu endereço.",
      label: "Código",
      submit: "Confirmar o endereço",
      cancel: "Usar outro endereço",
    },
    done: {
      heading: "Seu endereço está confirmado",
      text: "O endereço da sua conta é {email}.",
      submit: "Continuar",
    },
    undo: {
      heading: "Desfazer a alteração do seu endereço?",
      text:
        "Sua conta volta a ter o endereço {email}. Todos os navegadores são desconectados. A senha, as chaves de acesso, as contas conectadas e os métodos de verificação em duas etapas adicionados desde a alteração são removidos.",
      submit: "Desfazer a alteração",
    },
    undone: {
      heading: "A alteração foi desfeita",
      text: "Sua conta voltou a ter seu endereço. Entre com ele e confira o conteúdo da sua conta.",
      submit: "Entrar",
    },
    lost: {
      heading: "Este link não pode ser usado",
      text: "Ele já foi usado ou tem mais de {time}.",
      submit: "Ir para sua conta",
    },
    waiting: {
      heading: "A alteração será desfeita mais tarde",
      text:
        "A conta foi protegida desde então, e seu usuário pode se opor até {due}. Abra o link do e‑mail novamente depois desse horário.",
    },
    contested: {
      heading: "Alguém quer desfazer a alteração do seu endereço",
      text:
        "Essa pessoa lê a caixa de correio anterior. A partir de {due}, a conta pode voltar a ter o endereço anterior.",
      submit: "Manter o novo endereço",
    },
    kept: {
      heading: "Seu endereço foi mantido",
      text:
        "O endereço da sua conta é {email}. O link enviado ao endereço anterior não funciona mais.",
      submit: "Continuar",
    },
    errors: {
      "not-two-factors":
        "Para isso, confirme com um método de verificação que você tem há três dias e que não seja um código por e‑mail.",
      "invalid": "Este não é um endereço de e‑mail. Verifique se há erros de digitação.",
      "same": "Este já é seu endereço.",
      "mail-failed": "Não foi possível enviar o e‑mail. Verifique o endereço e tente novamente.",
      "wrong-code": "Este código está incorreto. Verifique-o e tente novamente.",
      "expired": "Este código não pode mais ser usado. Solicite um novo.",
      "taken": "Este endereço pertence a outra conta.",
      "moved": "O endereço da conta mudou nesse meio-tempo.",
      "default": "Não funcionou. Tente novamente.",
    },
  },
};
