"""Settings: sensible without any, each explained, wrong ones named in one sentence."""

from ipaddress import ip_network
from pathlib import Path

import pytest

from hall.settings import Settings, SettingsError, load_settings


@pytest.fixture(autouse=True)
def _no_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_nothing_has_to_be_set() -> None:
    settings = load_settings(None)
    assert (settings.host, settings.port, settings.data_dir) == ("127.0.0.1", 8080, Path("data"))
    assert settings.secret_key_old == ()
    assert not settings.has_public_face


def test_every_setting_is_explained_in_a_sentence() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert field.description[0].isupper(), name
        assert field.description.endswith("."), name


def test_the_environment_comes_before_the_file_and_empty_means_unset(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / ".env"
    file.write_text(
        "PORT=81\nPUBLIC_URL=https://dama.example.org/\nSECRET_KEY_OLD=one secret key, another one\nBOT_TOKEN=\n"
        "TRUSTED_PROXIES=10.0.0.0/8, ::1\nSOMEBODY_ELSES=1\n"
    )
    monkeypatch.setenv("PORT", "82")
    monkeypatch.setenv("HOST", "")
    settings = load_settings(file)
    assert (settings.port, settings.host) == (82, "127.0.0.1")
    assert settings.public_url == "https://dama.example.org"
    assert settings.has_public_face
    assert [key.get_secret_value() for key in settings.secret_key_old] == ["one secret key", "another one"]
    assert settings.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("::1/128"))
    assert settings.bot_token.get_secret_value() == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "70000"),
        ("PUBLIC_URL", "board.local"),
        ("PUBLIC_URL", "https:///board"),
        ("BOT_API_URL", "ftp://localhost"),
        ("REDIS_URL", "valkey:6379"),
        ("SECRET_KEY", "too short"),
        ("TRUSTED_PROXIES", "10.0.0.0/99"),
        ("TRUSTED_PROXIES", "everybody"),
        ("OPEN_TABLES", "0"),
        ("MINI_APP_NAME", "no spaces please"),
        ("LOG_LEVEL", "CHATTY"),
    ],
)
def test_a_wrong_value_is_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings(None)
    sentence = str(caught.value)
    assert sentence.startswith(f"{name} should ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert value not in sentence


def test_a_shared_store_needs_a_shared_secret() -> None:
    with pytest.raises(SettingsError, match="SECRET_KEY should be set when REDIS_URL is"):
        load_settings(None, redis_url="redis://localhost")
    load_settings(None, redis_url="redis://localhost", secret_key="a secret of sixteen letters")


def test_secrets_do_not_show() -> None:
    settings = load_settings(None, secret_key="a very secret key", bot_token="42:secret", redis_url="redis://:secret@x")
    assert "secret@" not in repr(settings)
    assert "42:" not in repr(settings)
    assert "very" not in str(settings)
