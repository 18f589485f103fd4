//! The words of the page about the root, in the languages of the pages for players and spectators. What a phone's or a
//! computer's own settings are called is as its maker calls it there.

/// The page in one language.
#[derive(Debug)]
pub(super) struct Words {
    /// The code of the language.
    pub code: &'static str,
    /// What the language calls itself.
    pub name: &'static str,
    /// What the page is called.
    pub title: &'static str,
    /// Why a root is installed, and what it can vouch for.
    pub why: &'static str,
    /// That the fingerprint, which follows, is compared first.
    pub compare: &'static str,
    /// The days on which it is good, for `{0}` and `{1}`.
    pub days: &'static str,
    /// The link to the root.
    pub take: &'static str,
    /// How it is installed: on iOS, on Android, on Windows and in Firefox.
    pub ways: [&'static str; 4],
    /// The link to the pages of the hall.
    pub after: &'static str,
}

/// All languages, the one for whoever names none of them first.
pub(super) const ALL: [Words; 6] = [
    Words {
        code: "en",
        name: "English",
        title: "The certificate of this hall",
        why: "Your phone does not know this hall's computer yet. Install its root certificate once, and the pages open \
              without a warning. It can vouch for addresses inside a hall's network only, not for other sites.",
        compare: "First compare the fingerprint (SHA-256) with the one that the arbiter or the organiser has. If a \
              single digit differs, do not install it:",
        days: "It is good from {0} to {1}.",
        take: "Load the certificate",
        ways: [
            "On an iPhone or iPad: load it with Safari and allow the profile. Settings, Profile Downloaded: install \
             it. Then Settings, General, About, Certificate Trust Settings: switch it on.",
            "Android: load it. Settings, Security, More security settings, Encryption and credentials, Install a \
             certificate, CA certificate; then choose the file.",
            "Windows: open the file, Install Certificate, place it in Trusted Root Certification Authorities.",
            "Firefox on a computer: Settings, Privacy and Security, View Certificates, Authorities, Import; trust it \
             for websites.",
        ],
        after: "Go on to the pages",
    },
    Words {
        code: "pl",
        name: "Polski",
        title: "Certyfikat tej sali",
        why: "Twój telefon nie zna jeszcze komputera tej sali. Zainstaluj raz jego certyfikat główny, a strony otworzą \
              się bez ostrzeżenia. Certyfikat poświadcza tylko adresy w sieci sali, a nie inne witryny.",
        compare: "Najpierw porównaj odcisk (SHA-256) z tym, który ma sędzia lub organizator. Jeśli różni się choć \
              jeden znak, nie instaluj certyfikatu:",
        days: "Jest ważny od {0} do {1}.",
        take: "Pobierz certyfikat",
        ways: [
            "Na iPhonie i iPadzie: pobierz go w Safari i zezwól na profil. Ustawienia, Pobrano profil: zainstaluj. \
             Potem Ustawienia, Ogólne, To urządzenie, Ustawienia zaufania certyfikatów: włącz go.",
            "Android: pobierz go. Ustawienia, Zabezpieczenia, Więcej ustawień zabezpieczeń, Szyfrowanie i dane \
             logowania, Zainstaluj certyfikat, Certyfikat CA; potem wybierz plik.",
            "Windows: otwórz plik, Zainstaluj certyfikat, umieść go w magazynie Zaufane główne urzędy certyfikacji.",
            "Firefox na komputerze: Ustawienia, Prywatność i bezpieczeństwo, Wyświetl certyfikaty, Organy \
             certyfikacji, Importuj; zaufaj przy identyfikacji witryn.",
        ],
        after: "Przejdź do stron",
    },
    Words {
        code: "ru",
        name: "Русский",
        title: "Сертификат этого зала",
        why: "Ваш телефон ещё не знает компьютера этого зала. Установите один раз его корневой сертификат, и страницы \
              будут открываться без предупреждения. Он удостоверяет только адреса в сети зала, а не другие сайты.",
        compare: "Сначала сравните отпечаток (SHA-256) с тем, что есть у судьи или организатора. Если отличается хоть \
              один знак, не устанавливайте сертификат:",
        days: "Он действует с {0} по {1}.",
        take: "Загрузить сертификат",
        ways: [
            "На iPhone и iPad: загрузите его в Safari и разрешите профиль. Настройки, Профиль загружен: установите. \
             Затем Настройки, Основные, Об этом устройстве, Доверие сертификатам: включите его.",
            "Android: загрузите его. Настройки, Безопасность, Другие настройки безопасности, Шифрование и учётные \
             данные, Установить сертификат, Сертификат ЦС; затем выберите файл.",
            "Windows: откройте файл, «Установить сертификат», поместите его в «Доверенные корневые центры \
             сертификации».",
            "Firefox на компьютере: Настройки, Приватность и защита, Просмотр сертификатов, Центры сертификации, \
             Импортировать; доверять при идентификации сайтов.",
        ],
        after: "Перейти к страницам",
    },
    Words {
        code: "de",
        name: "Deutsch",
        title: "Das Zertifikat dieses Turniersaals",
        why: "Dein Telefon kennt den Computer dieses Turniersaals noch nicht. Installiere einmal sein Stammzertifikat, \
              dann öffnen sich die Seiten ohne Warnung. Es kann nur für Adressen im Netz des Saals bürgen, nicht für \
              andere Websites.",
        compare: "Vergleiche zuerst den Fingerabdruck (SHA-256) mit dem, den der Schiedsrichter oder der Ausrichter \
              hat. Weicht auch nur ein Zeichen ab, installiere es nicht:",
        days: "Es gilt vom {0} bis zum {1}.",
        take: "Zertifikat laden",
        ways: [
            "Auf iPhone und iPad: lade es mit Safari und erlaube das Profil. Einstellungen, Profil geladen: \
             installiere es. Dann Einstellungen, Allgemein, Info, Zertifikatsvertrauenseinstellungen: schalte es ein.",
            "Android: lade es. Einstellungen, Sicherheit, Weitere Sicherheitseinstellungen, Verschlüsselung und \
             Anmeldedaten, Zertifikat installieren, CA-Zertifikat; dann wähle die Datei.",
            "Windows: öffne die Datei, „Zertifikat installieren“, speichere es unter „Vertrauenswürdige \
             Stammzertifizierungsstellen“.",
            "Firefox auf einem Computer: Einstellungen, Datenschutz und Sicherheit, Zertifikate anzeigen, \
             Zertifizierungsstellen, Importieren; vertraue ihm für Websites.",
        ],
        after: "Weiter zu den Seiten",
    },
    Words {
        code: "fr",
        name: "Français",
        title: "Le certificat de cette salle de jeu",
        why: "Votre téléphone ne connaît pas encore l’ordinateur de cette salle. Installez une fois son certificat \
              racine, et les pages s’ouvriront sans avertissement. Il ne peut garantir que des adresses du réseau de \
              la salle, et non d’autres sites.",
        compare: "Comparez d’abord l’empreinte (SHA-256) avec celle que possède l’arbitre ou l’organisateur. Si un \
              seul caractère diffère, ne l’installez pas :",
        days: "Il est valable du {0} au {1}.",
        take: "Télécharger le certificat",
        ways: [
            "Sur iPhone et iPad : téléchargez-le avec Safari et autorisez le profil. Réglages, Profil téléchargé : \
             installez-le. Puis Réglages, Général, Informations, Réglages des certificats : activez-le.",
            "Android : téléchargez-le. Paramètres, Sécurité, Autres paramètres de sécurité, Chiffrement et \
             identifiants, Installer un certificat, Certificat CA ; choisissez ensuite le fichier.",
            "Windows : ouvrez le fichier, « Installer un certificat », placez-le dans « Autorités de certification \
             racines de confiance ».",
            "Firefox sur un ordinateur : Paramètres, Vie privée et sécurité, Afficher les certificats, Autorités, \
             Importer ; faites-lui confiance pour les sites web.",
        ],
        after: "Continuer vers les pages",
    },
    Words {
        code: "es",
        name: "Español",
        title: "El certificado de esta sala de juego",
        why: "Tu teléfono todavía no conoce el ordenador de esta sala. Instala una vez su certificado raíz y las \
              páginas se abrirán sin advertencias. Solo puede dar fe de direcciones de la red de la sala, no de otros \
              sitios.",
        compare: "Compara primero la huella (SHA-256) con la que tiene el árbitro o el organizador. Si difiere un solo \
              carácter, no lo instales:",
        days: "Es válido del {0} al {1}.",
        take: "Descargar el certificado",
        ways: [
            "En iPhone y iPad: descárgalo con Safari y permite el perfil. Ajustes, Perfil descargado: instálalo. \
             Después Ajustes, General, Información, al final la confianza de los certificados: actívalo.",
            "Android: descárgalo. Ajustes, Seguridad, Más ajustes de seguridad, Cifrado y credenciales, Instalar un \
             certificado, Certificado de CA; después elige el archivo.",
            "Windows: abre el archivo, «Instalar certificado», colócalo en «Entidades de certificación raíz de \
             confianza».",
            "Firefox en un ordenador: Ajustes, Privacidad y seguridad, Ver certificados, Autoridades, Importar; confía \
             en él para sitios web.",
        ],
        after: "Continuar a las páginas",
    },
];
